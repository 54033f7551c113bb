import { formatCount, formatCounted, formatMoment } from "@kontor/contract/format";
import { proofChecks } from "@kontor/contract/proof/proof";
import { Button, Group, Menu, Text } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconClock, IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";

import { useHasPermission } from "../session/data.ts";
import { Loaded } from "../ui/page/loaded.tsx";
import { Panel } from "../ui/page/panel.tsx";
import {
  bookProofQuery,
  saveAttestation,
  savePrintedAttestation,
  useProveBooks,
  type BookProof,
} from "./data.ts";
import { faultLink } from "./fault-link.ts";
import { FaultList } from "./fault-list.tsx";
import { PlatformProof } from "./platform-proof.tsx";

import classes from "./dashboard.module.css";

type ProofPanelProps = { tenantId: number; several: boolean };

/** The proofs of the books, the time of the last check, and the faults found. */
export function ProofPanel({ tenantId, several }: ProofPanelProps) {
  const query = useQuery(bookProofQuery(tenantId));
  const mayOfPlatform = useHasPermission("platform-audit.read");
  return (
    <Panel
      title="Proof of the books"
      about={query.data && checkedSentence(query.data)}
      aside={several ? undefined : <ProofActions tenantId={tenantId} />}
    >
      <Loaded query={query} what="The proof of the books">
        {(proof) => <Proof proof={proof} several={several} />}
      </Loaded>
      {several && mayOfPlatform && <PlatformProof />}
    </Panel>
  );
}

function checkedSentence({ checked_at, checked, organizations }: BookProof): string {
  if (checked_at === null) return "Not checked yet: the books are checked every night";
  if (organizations === 1) return `Checked ${formatMoment(checked_at)}`;
  const all = checked === organizations ? "All" : `${formatCount(checked)} of`;
  const were = checked === 1 ? "was" : "were";
  return `${all} ${formatCount(organizations)} organizations ${were} checked since ${formatMoment(checked_at)}`;
}

/** Ignores the error, which the API client has shown. */
function ignoreError(work: Promise<unknown>): void {
  void work.catch(() => undefined);
}

function ProofActions({ tenantId }: { tenantId: number }) {
  const mayCheck = useHasPermission("books.check");
  const { prove, isPending } = useProveBooks();
  return (
    <Group gap="xs">
      {mayCheck && (
        <Button
          variant="default"
          size="xs"
          loading={isPending}
          onClick={() => ignoreError(prove(tenantId))}
        >
          Check now
        </Button>
      )}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" size="xs" leftSection={<IconDownload size={15} aria-hidden />}>
            Download attestation
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => ignoreError(savePrintedAttestation(tenantId))}>
            PDF for your records
          </Menu.Item>
          <Menu.Item onClick={() => ignoreError(saveAttestation(tenantId))}>
            JSON file for books:verify
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

function Proof({ proof, several }: { proof: BookProof; several: boolean }) {
  const { checks, faults, checked_at, chain } = proof;
  const unknown = checked_at === null;
  return (
    <>
      <ul className={classes.checks}>
        {checks.map(({ check, faults: count }) => (
          <li key={check} className={classes.check} data-outcome={outcomeOf(count, unknown)}>
            <CheckIcon faults={count} unknown={unknown} />
            <span>
              {proofChecks[check]}
              <span className={classes.about}>
                {count === 0 ? (unknown ? "Not checked" : "Passed") : formatCounted(count, "fault")}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <FaultList
        label="Faults"
        faults={faults.map((fault) => ({
          // A check may find several faults of a kind in one record.
          key: `${fault.tenant_id} ${fault.kind} ${fault.subject} ${fault.message}`,
          message: fault.message,
          link: faultLink(fault),
        }))}
      />
      {chain && (
        <p className={classes.chain}>
          {formatCounted(chain.position, "link")}, the last one{" "}
          <code title={chain.hash}>{chain.hash.slice(0, 16)}…</code> of{" "}
          {formatMoment(chain.chained_at)}
        </p>
      )}
      {several && (
        <Text className={classes.chain}>
          Choose an organization to check its books now, or to download an attestation.
        </Text>
      )}
    </>
  );
}

function outcomeOf(faults: number, unknown: boolean) {
  if (faults > 0) return "faults";
  return unknown ? "unknown" : "holds";
}

function CheckIcon({ faults, unknown }: { faults: number; unknown: boolean }) {
  if (faults > 0) return <IconAlertTriangle size={18} aria-hidden />;
  return unknown ? <IconClock size={18} aria-hidden /> : <IconCheck size={18} aria-hidden />;
}
