import { formatDate } from "@kontor/contract/format";
import { Anchor } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { Suspense, useState } from "react";

import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import { useHasPermission } from "../../session/data.ts";
import { OpenDialogButton } from "../../ui/open-dialog-button.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import type { EmployeeTabProps } from "../data.ts";
import { genderLabels } from "../employee-texts.ts";
import { Fact, Facts } from "../facts.tsx";
import { PersonalDataPanel } from "./personal-data-panel.tsx";
import { PortalPanel } from "./portal-panel.tsx";

const PersonalDialog = lazyComponent(() => import("./personal-dialog.tsx"), "PersonalDialog");
const JobDialog = lazyComponent(() => import("./job-dialog.tsx"), "JobDialog");

/** An employee's identity, address and job. */
export function PersonalTab({ employee }: EmployeeTabProps) {
  const mayWrite = useHasPermission("employees.write");
  const [editing, setEditing] = useState<"personal" | "job" | null>(null);
  const onExited = () => setEditing(null);
  return (
    <>
      <Panel
        title="Personal"
        aside={mayWrite && <EditButton what="Personal" onOpen={() => setEditing("personal")} />}
      >
        <PersonalFacts employee={employee} />
      </Panel>
      <Panel
        title="Job"
        aside={mayWrite && <EditButton what="Job" onOpen={() => setEditing("job")} />}
      >
        <JobFacts employee={employee} />
      </Panel>
      <PortalPanel employee={employee} />
      <PersonalDataPanel employee={employee} />
      <Suspense>
        {editing === "personal" && <PersonalDialog employee={employee} onExited={onExited} />}
        {editing === "job" && <JobDialog employee={employee} onExited={onExited} />}
      </Suspense>
    </>
  );
}

function EditButton({ what, onOpen }: { what: string; onOpen: () => void }) {
  return (
    <OpenDialogButton
      size="xs"
      variant="default"
      icon={<IconPencil size={15} aria-hidden />}
      onOpen={onOpen}
    >
      Edit {what}
    </OpenDialogButton>
  );
}

function PersonalFacts({ employee: { personal } }: EmployeeTabProps) {
  const { email, phone, birth_date, gender, state, local_government } = personal;
  return (
    <Facts>
      <Fact label="First Name">{personal.first_name}</Fact>
      <Fact label="Middle Name">{personal.middle_name}</Fact>
      <Fact label="Last Name">{personal.last_name}</Fact>
      <Fact label="Email">
        {email && (
          <Anchor inherit href={`mailto:${email}`}>
            {email}
          </Anchor>
        )}
      </Fact>
      <Fact label="Phone" number>
        {phone}
      </Fact>
      <Fact label="Birth Date">{birth_date && formatDate(birth_date)}</Fact>
      <Fact label="Gender">{gender && genderLabels[gender]}</Fact>
      <Fact label="State of Residence">{state}</Fact>
      <Fact label="Local Government">{local_government}</Fact>
    </Facts>
  );
}

function JobFacts({ employee: { job } }: EmployeeTabProps) {
  return (
    <Facts>
      <Fact label="Staff Number">{job.staff_no}</Fact>
      <Fact label="Start Date">{formatDate(job.start_date)}</Fact>
      <Fact label="Branch">{job.branch}</Fact>
      <Fact label="Department">{job.department}</Fact>
      <Fact label="Designation">{job.designation}</Fact>
      <Fact label="Grade">{job.grade}</Fact>
      <Fact label="Worker (Labour Act)">{job.worker ? "Yes" : "No"}</Fact>
    </Facts>
  );
}
