import type { z } from "zod";

import { describeList } from "../list.ts";
import { roleTitle } from "../reference/roles.ts";
import {
  auditActor,
  auditInWords,
  type auditItem,
  auditSorts,
  auditSubjectInWords,
  auditTitle,
} from "./audit.ts";
import { userSorts, userStatusTitles, type userItem } from "./users.ts";

/** The users of the platform, or of an organization. */
export const usersList = describeList<z.output<typeof userItem>>()({
  label: "Users",
  columns: {
    name: { header: "Name", kind: "text", value: (row) => row.name, phone: "what" },
    email: { header: "Email", kind: "text", width: 34, wrap: true, value: (row) => row.email },
    roles: {
      header: "Roles",
      kind: "text",
      width: 32,
      wrap: true,
      value: (row) => row.roles.map(roleTitle).join(", "),
      phone: "detail",
    },
    status: {
      header: "Status",
      kind: "status",
      width: 13,
      value: (row) => userStatusTitles[row.status],
      phone: "end",
    },
    last_signed_in_at: {
      header: "Last Sign-in",
      kind: "moment",
      value: (row) => row.last_signed_in_at,
      phone: "none",
    },
    second_factor: {
      header: "Second Factor",
      kind: "status",
      value: (row) => (row.second_factor ? "On" : "Off"),
      phone: "none",
    },
    created_at: { header: "Created", kind: "moment", value: (row) => row.created_at },
  },
  // The screen shows the email below the name.
  screen: ["name", "roles", "status", "last_signed_in_at", "second_factor"],
  paper: ["name", "email", "roles", "status", "last_signed_in_at", "second_factor"],
  main: "name",
  sorts: userSorts,
  landscape: true,
});

/** The audit log; for one organization, the column of organizations is left out. */
export const auditList = describeList<z.output<typeof auditItem>>()({
  label: "Audit Log",
  columns: {
    recorded_at: {
      header: "Date",
      kind: "moment",
      value: (row) => row.recorded_at,
      phone: "detail",
    },
    action: {
      header: "Action",
      kind: "text",
      width: 26,
      wrap: true,
      value: (row) => auditTitle(row.action),
      phone: "what",
    },
    actor: {
      header: "By",
      kind: "text",
      width: 24,
      value: auditActor,
      phone: "end",
    },
    actor_email: { header: "Email", kind: "text", width: 30, value: (row) => row.actor_email },
    organization: {
      header: "Organization",
      kind: "text",
      width: 24,
      wrap: true,
      organization: true,
      value: (row) => row.organization,
      phone: "none",
    },
    subject: {
      header: "Record",
      kind: "text",
      width: 22,
      wrap: true,
      value: (row) => auditSubjectInWords(row.subject, row.record),
      phone: "none",
    },
    changes: {
      header: "Changes",
      kind: "text",
      width: 50,
      wrap: true,
      value: auditInWords,
      phone: "none",
    },
    address: {
      header: "Address",
      kind: "text",
      width: 18,
      value: (row) => row.address,
      phone: "none",
    },
    request_id: { header: "Request", kind: "text", width: 38, value: (row) => row.request_id },
  },
  screen: auditSorts,
  sorts: auditSorts,
  paper: ["recorded_at", "action", "actor", "organization", "subject", "changes", "address"],
  main: "action",
  landscape: true,
});
