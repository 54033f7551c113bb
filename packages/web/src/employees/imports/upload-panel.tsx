import { getImportTemplate, uploadEmployeeImport } from "@kontor/contract/employees/imports";
import { sentenceFor } from "@kontor/contract/error-codes";
import { formatCount } from "@kontor/contract/format";
import { sheetLimits } from "@kontor/contract/reference/sheet-limits";
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import { fieldErrorsOf, succeeds } from "../../platform/api-problem.ts";
import { callFile } from "../../platform/api.ts";
import { saveFile } from "../../platform/save-file.ts";
import { Panel } from "../../ui/page/panel.tsx";
import { FileDrop } from "../../ui/upload/file-drop.tsx";
import { useEmployeeChange, type CompanyPath } from "../data.ts";

/** Uploads a file of employees, and opens its preview. */
export function UploadPanel({ company }: { company: CompanyPath }) {
  const upload = useEmployeeChange(uploadEmployeeImport);
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (file: File) => {
    // The upload treats an empty file as none, but here one was chosen.
    if (file.size === 0) return setProblem(sentenceFor("sheet_empty"));
    setProblem(null);
    try {
      const { tenant_id, id } = await upload.mutateAsync({ input: company, files: { file } });
      await navigate({
        to: "/app/employees/import/$tenant_id/$import_id",
        params: { tenant_id: String(tenant_id), import_id: String(id) },
      });
    } catch (error) {
      setProblem(fieldErrorsOf(error)["file"] ?? null);
    }
  };
  return (
    <Panel
      title="Upload a file"
      about="Use one row per employee, with column titles in the first row. Existing employees are matched by staff number; empty cells change nothing."
      aside={<TemplateButton company={company} />}
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

function TemplateButton({ company }: { company: CompanyPath }) {
  const [loading, setLoading] = useState(false);
  const download = async () => {
    setLoading(true);
    await succeeds(callFile(getImportTemplate, company).then(saveFile));
    setLoading(false);
  };
  return (
    <Button
      variant="default"
      loading={loading}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void download()}
    >
      Download template
    </Button>
  );
}
