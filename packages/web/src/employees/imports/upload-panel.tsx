import { getBenefitsTemplate } from "@kontor/contract/employees/benefits-template";
import { getImportTemplate, uploadEmployeeImport } from "@kontor/contract/employees/imports";
import { getOpeningTemplate } from "@kontor/contract/employees/opening-template";
import { errorSentence } from "@kontor/contract/error-codes";
import { formatCount } from "@kontor/contract/format";
import { sheetLimits } from "@kontor/contract/reference/sheet-limits";
import { Button, Menu } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import { fieldErrorsOf, serverMessageOf } from "../../platform/api-problem.ts";
import { callFile } from "../../platform/api.ts";
import { succeeds } from "../../platform/mutation.ts";
import { saveFile } from "../../platform/save-file.ts";
import { useHasPermission } from "../../session/data.ts";
import { Panel } from "../../ui/page/panel.tsx";
import { FileDrop } from "../../ui/upload/file-drop.tsx";
import { useEmployeeChange, type CompanyPath } from "../data.ts";

import classes from "./imports.module.css";

/** Stays when the banner of the lost connection has disappeared. */
const noResponseSentence = "The server did not respond. Choose the file again.";

/** Uploads a file of employees, and opens its preview. */
export function UploadPanel({ company }: { company: CompanyPath }) {
  const upload = useEmployeeChange(uploadEmployeeImport);
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (file: File) => {
    // The upload treats an empty file as none, but here one was chosen.
    if (file.size === 0) return setProblem(errorSentence("sheet_empty"));
    setProblem(null);
    try {
      const { tenant_id, id } = await upload.mutateAsync({ input: company, files: { file } });
      await navigate({
        to: "/app/employees/import/$tenant_id/$import_id",
        params: { tenant_id: String(tenant_id), import_id: String(id) },
      });
    } catch (error) {
      const { file: ofFile } = fieldErrorsOf(error);
      setProblem(ofFile ?? serverMessageOf(error) ?? noResponseSentence);
    }
  };
  return (
    <Panel
      title="Upload a file"
      about="Use one row per employee, with column titles in the first row; further benefits in kind have rows of their own. Existing employees are matched by staff number; empty cells change nothing. A file with only pay, opening figures or benefits compares the names and never changes them."
      aside={<TemplateMenu company={company} />}
    >
      <FileDrop
        label="File of employees"
        busy={upload.isPending}
        problem={problem}
        onRefuse={setProblem}
        onDrop={(file) => void send(file)}
      >
        CSV or Excel (.xlsx), at most {formatCount(sheetLimits.rows)} rows and 10{"\u00a0"}MB.
        <br />
        You can check every change before anything is imported.
      </FileDrop>
    </Panel>
  );
}

/** The files to fill in: one with all columns, and two of pay with the employees in them. */
const templates = [
  {
    label: "Employees",
    about: "CSV with a column for each field",
    load: (company: CompanyPath) => callFile(getImportTemplate, company),
  },
  {
    label: "Opening figures",
    about: "Excel with the employees who have none for this year",
    load: (company: CompanyPath) => callFile(getOpeningTemplate, company),
  },
  {
    label: "Benefits in kind",
    about: "Excel with all employees and what is recorded",
    load: (company: CompanyPath) => callFile(getBenefitsTemplate, company),
  },
] as const;

function TemplateMenu({ company }: { company: CompanyPath }) {
  const [loading, setLoading] = useState(false);
  const mayPay = useHasPermission("employees.pay.write");
  const download = async (load: (typeof templates)[number]["load"]) => {
    setLoading(true);
    await succeeds(load(company).then(saveFile));
    setLoading(false);
  };
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          loading={loading}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Download template
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {templates.slice(0, mayPay ? templates.length : 1).map(({ label, about, load }) => (
          <Menu.Item key={label} onClick={() => void download(load)}>
            {label}
            <span className={classes.templateAbout}>{about}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
