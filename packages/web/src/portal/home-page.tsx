import { formatDate } from "@kontor/contract/format";
import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { usePageTitle } from "../ui/page/page-title.ts";
import { Panel } from "../ui/page/panel.tsx";
import { AdvanceList } from "./advance-list.tsx";
import { AdvancePanel } from "./advance-panel.tsx";
import { portalSelfQuery, type PortalSelf } from "./data.ts";
import { Detail, Details } from "./details.tsx";
import { PayslipsPanel } from "./payslips/payslips-panel.tsx";

import classes from "./home-page.module.css";

/**
 * The employee's home page: the last payslip, the limit for advances, earlier requests, and
 * recorded details.
 */
export function HomePage() {
  usePageTitle("Employee portal");
  const { data: self } = useQuery(portalSelfQuery());
  if (!self) return null;
  return (
    <>
      <h1 className={classes.greeting}>Hello {self.first_name}</h1>
      <div className={classes.panels}>
        <PayslipsPanel />
        <AdvancePanel />
        <AdvanceList />
        <EmployeeRecord self={self} />
      </div>
    </>
  );
}

function EmployeeRecord({ self }: { self: PortalSelf }) {
  const { organization, bank } = self;
  return (
    <Panel
      title="Your details"
      about={
        <>
          As recorded by {organization.name}. If anything is wrong, write to{" "}
          <Anchor inherit underline="always" href={`mailto:${organization.support_email}`}>
            {organization.support_email}
          </Anchor>
          .
        </>
      }
    >
      <Details>
        <Detail label="Name">{self.name}</Detail>
        <Detail label="Staff number">{self.staff_no}</Detail>
        <Detail label="Designation">{self.designation}</Detail>
        <Detail label="Department">{self.department}</Detail>
        <Detail label="Branch">{self.branch}</Detail>
        <Detail label="Employed since">{formatDate(self.start_date)}</Detail>
        {self.exit_date !== null && (
          <Detail label="Last day of work">{formatDate(self.exit_date)}</Detail>
        )}
        <Detail label="Email">{self.email}</Detail>
        <Detail label="Phone">{self.phone}</Detail>
        <Detail label="Bank">{bank?.bank_name}</Detail>
        <Detail label="Account number">{bank?.account_number}</Detail>
        <Detail label="Account name">{bank?.account_name}</Detail>
      </Details>
    </Panel>
  );
}
