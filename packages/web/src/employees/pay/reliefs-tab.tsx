import { decideRelief, getEmployeeDocument } from "@kontor/contract/employees/pay";
import { formatDay } from "@kontor/contract/format";
import { Button, Group } from "@mantine/core";
import { IconPaperclip, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";

import { callFile } from "../../platform/api.ts";
import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import { confirm } from "../../platform/message/confirm.tsx";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { succeeds } from "../../platform/mutation.ts";
import { saveFile } from "../../platform/save-file.ts";
import { useHasPermission } from "../../session/data.ts";
import { Money } from "../../ui/money.tsx";
import { OpenDialogButton } from "../../ui/open-dialog-button.tsx";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Loaded } from "../../ui/page/loaded.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { ReasonDialog } from "../../ui/reason/reason-dialog.tsx";
import { StatusChip, type StatusTone } from "../../ui/status-chip.tsx";
import {
  pathOf,
  reliefsQuery,
  useContestedEmployeeChange,
  useEmployeeChange,
  type EmployeeTabProps,
  type Relief,
} from "../data.ts";
import { decisionSentence, DecisionButtons, rejectionReason } from "../decision-buttons.tsx";
import { Fact, Facts } from "../facts.tsx";
import { reliefParts } from "./relief-parts.ts";

import classes from "./pay.module.css";

const ReliefDialog = lazyComponent(() => import("./relief-dialog.tsx"), "ReliefDialog");

const statuses: Readonly<Record<Relief["status"], { words: string; tone: StatusTone }>> = {
  WAITING: { words: "Waiting for approval", tone: "waiting" },
  APPROVED: { words: "Approved", tone: "good" },
  REJECTED: { words: "Rejected", tone: "bad" },
  SUPERSEDED: { words: "Replaced", tone: "neutral" },
};

/** What an employee claims for each year, with the evidence and the decision of a second person. */
export function ReliefsTab({ employee }: EmployeeTabProps) {
  const reliefs = useQuery(reliefsQuery(pathOf(employee)));
  const mayWrite = useHasPermission("employees.pay.write");
  const [claiming, setClaiming] = useState(false);
  const [rejecting, setRejecting] = useState<number | null>(null);
  const rejected = reliefs.data?.find(({ id }) => id === rejecting);
  const claim = (
    <OpenDialogButton
      size="xs"
      icon={<IconPlus size={16} aria-hidden />}
      onOpen={() => setClaiming(true)}
    >
      Claim Relief
    </OpenDialogButton>
  );
  return (
    <>
      <Loaded query={reliefs} what="The reliefs">
        {(claims) =>
          claims.length === 0 ? (
            <Panel title="Reliefs" aside={mayWrite && claim}>
              <EmptyState text="No reliefs claimed yet. Rent, life insurance, home loan interest and NHIS contributions reduce the tax." />
            </Panel>
          ) : (
            <>
              {mayWrite && <Group justify="flex-end">{claim}</Group>}
              {claims.map((relief) => (
                <ReliefPanel
                  key={relief.id}
                  employee={employee}
                  relief={relief}
                  onReject={() => setRejecting(relief.id)}
                />
              ))}
            </>
          )
        }
      </Loaded>
      <Suspense>
        {claiming && <ReliefDialog employee={employee} onExited={() => setClaiming(false)} />}
        {rejected && (
          <RejectDialog employee={employee} relief={rejected} onExited={() => setRejecting(null)} />
        )}
      </Suspense>
    </>
  );
}

type ReliefProps = EmployeeTabProps & { relief: Relief };

function ReliefPanel({ employee, relief, onReject }: ReliefProps & { onReject: () => void }) {
  const { year, status, claimed_at, claimed_by, decided_at, decided_by, reason } = relief;
  const { words, tone } = statuses[status];
  const entered = `Entered ${formatDay(claimed_at)}${claimed_by ? ` by ${claimed_by}` : ""}`;
  const decided = decided_at
    ? `, ${words.toLowerCase()} ${formatDay(decided_at)}${decided_by ? ` by ${decided_by}` : ""}`
    : "";
  return (
    <Panel
      title={`Reliefs for ${year}`}
      about={`${entered}${decided}${reason && `: ${reason}`}.`}
      aside={<StatusChip tone={tone}>{words}</StatusChip>}
    >
      <div className={classes.form}>
        <Facts>
          {reliefParts.map(({ key, label }) => (
            <Fact key={key} label={label}>
              <Money amount={relief[key]} dashForZero />
            </Fact>
          ))}
          <Fact label="Evidence">
            <Evidence employee={employee} relief={relief} />
          </Fact>
        </Facts>
        {status === "WAITING" && (
          <Decision employee={employee} relief={relief} onReject={onReject} />
        )}
      </div>
    </Panel>
  );
}

function Evidence({ employee, relief }: ReliefProps) {
  const { document_id, document_name } = relief;
  const [loading, setLoading] = useState(false);
  if (document_id === null) return null;
  const save = async () => {
    setLoading(true);
    const input = { ...pathOf(employee), document_id };
    await succeeds(callFile(getEmployeeDocument, input).then(saveFile));
    setLoading(false);
  };
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      loading={loading}
      leftSection={<IconPaperclip size={15} aria-hidden />}
      onClick={() => void save()}
      styles={{
        label: { whiteSpace: "normal", overflowWrap: "anywhere", textAlign: "start" },
        root: { height: "auto", paddingBlock: "0.125rem", lineHeight: 1.4 },
      }}
    >
      {document_name ?? "Evidence"}
    </Button>
  );
}

/** The buttons of a second person: approve and reject. */
function Decision({ employee, relief, onReject }: ReliefProps & { onReject: () => void }) {
  const mayWrite = useHasPermission("employees.pay.write");
  const { mutateAsync, isPending } = useEmployeeChange(decideRelief);
  if (!mayWrite) return null;
  if (relief.own_claim) {
    return (
      <p className={classes.file}>You entered this, so somebody else must approve or reject it.</p>
    );
  }
  const input = { ...pathOf(employee), relief_id: relief.id };
  const approve = async () => {
    const detail = "They reduce the tax from the next payroll on.";
    if (!(await confirm(`Approve the reliefs for ${relief.year}?`, detail))) return;
    if (await succeeds(mutateAsync({ input: { ...input, approve: true } }))) {
      notifySuccess("Relief approved successfully..");
    }
  };
  return (
    <Group gap="xs">
      <DecisionButtons
        accept="Approve"
        onAccept={() => void approve()}
        accepting={isPending}
        onReject={onReject}
      />
    </Group>
  );
}

function RejectDialog({ employee, relief, onExited }: ReliefProps & { onExited: () => void }) {
  const reject = useContestedEmployeeChange(decideRelief);
  const { id, year, status } = relief;
  return (
    <ReasonDialog
      title={`Reject the Reliefs for ${year}`}
      submit="Reject"
      draft={`reject-relief:${employee.tenant_id}:${id}`}
      schema={rejectionReason}
      send={(reason) => reject({ ...pathOf(employee), relief_id: id, approve: false, reason })}
      done="Relief rejected successfully.."
      overtaken={status === "WAITING" ? null : decisionSentence(statuses[status].words, relief)}
      onExited={onExited}
    />
  );
}
