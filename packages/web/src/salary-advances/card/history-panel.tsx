import { Panel } from "../../ui/page/panel.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";
import { advanceColumns } from "../columns.tsx";
import { cardOf, type SalaryAdvance } from "../data.ts";

import classes from "./card.module.css";

/** The other advances of the employee, each a link to its card. */
export function HistoryPanel({ advance }: { advance: SalaryAdvance }) {
  const { history, tenant_id, company_id } = advance;
  if (history.length === 0) {
    return (
      <Panel title="Other Advances">
        <p className={classes.small}>The employee has asked for no other.</p>
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
        open={({ id }) => cardOf({ tenant_id, company_id, id })}
        loading={false}
        empty=""
      />
    </Panel>
  );
}

const columns = Object.values(advanceColumns);
