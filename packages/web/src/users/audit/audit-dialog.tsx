import { formatMoment } from "@kontor/contract/format";
import {
  auditFieldTitle,
  auditSubjectInWords,
  auditActor,
  auditTitle,
  auditValueInWords,
} from "@kontor/contract/users/audit";
import { Button, Table } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";

import { Dialog } from "../../ui/dialog.tsx";
import { FormActions } from "../../ui/form/form-actions.tsx";
import type { AuditItem } from "./data.ts";

import classes from "./audit-dialog.module.css";

type AuditDialogProps = {
  item: AuditItem;
  /** Filters the log by the same record. */
  onHistory: () => void;
  onClose: () => void;
};

/** The details of an action: who, from where, and the record before and after. */
export function AuditDialog({ item, onHistory, onClose }: AuditDialogProps) {
  const { actor_email, organization, address, changes, facts } = item;
  const rows: readonly (readonly [string, string | null])[] = [
    ["Date", formatMoment(item.recorded_at)],
    ["By", [auditActor(item), actor_email].filter((part) => part !== null).join(", ")],
    ["Organization", organization],
    ["Record", auditSubjectInWords(item.subject, item.record)],
    ["Address", address],
    ...facts.map(
      ({ name, value }) => [auditFieldTitle(name), auditValueInWords(value, name)] as const,
    ),
    ["Request", item.request_id],
  ];
  return (
    <Dialog opened onClose={onClose} title={auditTitle(item.action)}>
      <dl className={classes.facts}>
        {rows.map(
          ([name, value]) =>
            value !== null && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {changes.length > 0 && (
        <Table className={classes.changes} aria-label="Changes">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Field</Table.Th>
              <Table.Th>Before</Table.Th>
              <Table.Th>After</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {changes.map(({ field, from, to }) => (
              <Table.Tr key={field}>
                <Table.Th scope="row">{auditFieldTitle(field)}</Table.Th>
                {from === null && to === null ? (
                  <Table.Td colSpan={2}>changed</Table.Td>
                ) : (
                  <>
                    <Table.Td>{from === null ? "–" : auditValueInWords(from, field)}</Table.Td>
                    <Table.Td>{to === null ? "–" : auditValueInWords(to, field)}</Table.Td>
                  </>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <FormActions>
        <Button
          variant="default"
          leftSection={<IconHistory size={17} aria-hidden />}
          onClick={onHistory}
        >
          History of This Record
        </Button>
        <Button onClick={onClose}>Close</Button>
      </FormActions>
    </Dialog>
  );
}
