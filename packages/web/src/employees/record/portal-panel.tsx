import type { DataOf } from "@kontor/contract/endpoint";
import { formatMoment } from "@kontor/contract/format";
import {
  inviteToPortal,
  type getPortalAccess,
  type PortalObstacle,
} from "@kontor/contract/portal/invitation";
import { Button, Stack } from "@mantine/core";
import { IconMailForward } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";

import { now } from "../../platform/clock.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { succeeds } from "../../platform/mutation.ts";
import { useHasPermission } from "../../session/data.ts";
import { Loaded } from "../../ui/page/loaded.tsx";
import { Notice } from "../../ui/page/notice.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { FirstPeople } from "../../ui/record/first-people.tsx";
import { pathOf, portalAccessQuery, useEmployeeChange, type EmployeeTabProps } from "../data.ts";
import { Fact, Facts } from "../facts.tsx";

type PortalAccess = DataOf<typeof getPortalAccess>;

/** Whether an employee can enter the portal, and the invitation to it. */
export function PortalPanel({ employee }: EmployeeTabProps) {
  const access = useQuery(portalAccessQuery(pathOf(employee)));
  const mayWrite = useHasPermission("employees.write");
  const invite = useEmployeeChange(inviteToPortal);
  const { data } = access;
  const send = async () => {
    if (await succeeds(invite.mutateAsync({ input: pathOf(employee) }))) {
      notifySuccess(`The invitation is on its way to ${data?.email}.`);
    }
  };
  return (
    <Panel
      title="Employee Portal"
      about="In the portal, employees see their payslips and ask for salary advances. They sign in with a code sent by email."
      aside={
        mayWrite &&
        data?.obstacle === null && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconMailForward size={15} aria-hidden />}
            loading={invite.isPending}
            onClick={() => void send()}
          >
            {data.invitation ? "Send Again" : "Invite"}
          </Button>
        )
      }
    >
      <Loaded query={access} what="The portal access">
        {(loaded) => (
          <Stack gap="md">
            <AccessFacts access={loaded} />
            {loaded.shared_with.length > 0 && (
              <SharedAddress tenantId={employee.tenant_id} access={loaded} />
            )}
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}

const obstacleSentences: Readonly<Record<PortalObstacle, string>> = {
  email_missing: "There is no email address to send an invitation to.",
  employee_suspended: "Closed while the employee is suspended.",
  employee_left: "Closed because the employee has left.",
  organization_suspended: "Closed while the organization is suspended.",
  module_off: "Closed while the modules Payroll and Salary Advance are switched off.",
};

function AccessFacts({ access: { obstacle, invitation } }: { access: PortalAccess }) {
  return (
    <Facts>
      <Fact label="Access">{accessSentence(obstacle, invitation)}</Fact>
      {invitation && (
        <>
          <Fact label="Invited">
            {formatMoment(invitation.invited_at)}
            {invitation.invited_by !== null && ` by ${invitation.invited_by}`}
          </Fact>
          <Fact label="Last Sign-In">
            {invitation.last_signed_in_at && formatMoment(invitation.last_signed_in_at)}
          </Fact>
        </>
      )}
    </Facts>
  );
}

type SharedAddressProps = { tenantId: number; access: PortalAccess };

/**
 * Warns that other employees have the same address: a code sent to it opens the portal of each of
 * them.
 */
function SharedAddress({ tenantId, access: { email, shared_with } }: SharedAddressProps) {
  return (
    <Notice title="Others have the same email">
      Whoever reads the mail of {email} can see the payslips of each of them who is invited. Correct
      the email of those to whom it does not belong.
      <FirstPeople
        people={shared_with.length}
        first={shared_with.map(({ employee_id, name, staff_no }) => ({
          id: employee_id,
          name,
          fact: staff_no,
          link: {
            to: "/app/employees/$tenant_id/$employee_id",
            params: { tenant_id: String(tenantId), employee_id: String(employee_id) },
          },
        }))}
      />
    </Notice>
  );
}

function accessSentence(
  obstacle: PortalObstacle | null,
  invitation: PortalAccess["invitation"],
): string {
  if (obstacle !== null) return obstacleSentences[obstacle];
  if (invitation === null) return "Not invited yet";
  if (invitation.accepted_at !== null) return "Open";
  const until = formatMoment(invitation.expires_at);
  return invitation.expires_at <= now()
    ? `The invitation expired on ${until}. Send it again.`
    : `Invited. The first sign-in must be by ${until}.`;
}
