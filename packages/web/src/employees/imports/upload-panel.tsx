import "@mantine/dropzone/styles.layer.css";
import {
  getImportTemplate,
  importLimits,
  uploadEmployeeImport,
} from "@kontor/contract/employees/imports";
import { sentenceFor } from "@kontor/contract/error-codes";
import { formatCount } from "@kontor/contract/format";
import { Button } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { IconDownload, IconFileSpreadsheet } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useId, useRef, useState } from "react";

import { fieldErrorsOf, succeeds } from "../../platform/api-problem.ts";
import { callFile } from "../../platform/api.ts";
import { saveFile } from "../../platform/save-file.ts";
import { Panel } from "../../ui/page/panel.tsx";
import { useEmployeeChange, type CompanyPath } from "../data.ts";

import classes from "./imports.module.css";

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
        busy={upload.isPending}
        problem={problem}
        onRefuse={setProblem}
        onDrop={(file) => void send(file)}
      />
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

type FileDropProps = {
  /** Whether a file is being uploaded. */
  busy: boolean;
  /** Why the last file was refused. */
  problem: string | null;
  onRefuse: (problem: string) => void;
  onDrop: (file: File) => void;
};

/** Takes a file that is dropped here or chosen by the button. */
function FileDrop({ busy, problem, onRefuse, onDrop }: FileDropProps) {
  const id = useId();
  const openPicker = useRef<() => void>(null);
  return (
    <Dropzone
      role="group"
      aria-label="File of employees"
      className={classes.zone}
      data-invalid={problem !== null || undefined}
      disabled={busy}
      maxSize={importLimits.bytes}
      multiple={false}
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      openRef={openPicker}
      inputProps={{ "aria-label": "File of employees", tabIndex: -1 }}
      onDrop={([file]) => file && onDrop(file)}
      onReject={([refused]) => refused && onRefuse(problemOf(refused.errors[0]?.code))}
    >
      <div className={classes.drop}>
        <IconFileSpreadsheet size={32} stroke={1.5} aria-hidden />
        <p role="status" className={classes.dropText}>
          {busy ? "Reading the file…" : "Drop a file here, or"}
        </p>
        <Button
          variant="light"
          loading={busy}
          aria-describedby={`${id}-hint ${id}-problem`}
          onClick={() => openPicker.current?.()}
        >
          Choose file
        </Button>
        <p id={`${id}-hint`} className={classes.dropHint}>
          CSV or Excel (.xlsx), at most {formatCount(importLimits.rows)} rows and 10{"\u00a0"}MB.
          <br />
          You can check every change before anything is imported.
        </p>
        <p id={`${id}-problem`} role="alert" className={classes.dropProblem}>
          {problem}
        </p>
      </div>
    </Dropzone>
  );
}

function problemOf(code: string | undefined): string {
  if (code === "too-many-files") return "Drop one file at a time.";
  return sentenceFor("file_too_large", { limit: "10 MB" });
}
