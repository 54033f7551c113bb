import type { z } from "zod";

import { describeList } from "../list.ts";
import { roleTitle } from "../reference/roles.ts";
import { userStatusTitles, type userItem } from "./users.ts";

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
  screen: ["name", "email", "roles", "status", "last_signed_in_at", "second_factor"],
  paper: ["name", "email", "roles", "status", "last_signed_in_at", "second_factor"],
  main: "name",
  sorts: ["name", "email", "status", "last_signed_in_at", "created_at"],
  landscape: true,
});
