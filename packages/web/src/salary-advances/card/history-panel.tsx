import { Panel } from "../../ui/page/panel.tsx";
import { Remark } from "../../ui/record/remarks.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";
import { advanceColumns } from "../columns.tsx";
import type { SalaryAdvance } from "../data.ts";
import { cardLink } from "../links.ts";

/** The employee's other advances, each with a link to its card. */
export function HistoryPanel({ advance }: { advance: SalaryAdvance }) {
  const { history, tenant_id, company_id } = advance;
  if (history.length === 0) {
    return (
      <Panel title="Other Advances">
        <Remark>The employee has no other advances.</Remark>
      </Panel>
    );
  }
  return (
    <Panel title="Other Advances">
      <DataTable
        label="Other Advances"
        columns={columns}
        rows={history}
        rowKey={({ id }) => id}
        open={({ id }) => cardLink({ tenant_id, company_id, id })}
        loading={false}
        empty=""
      />
    </Panel>
  );
}

const columns = Object.values(advanceColumns);
