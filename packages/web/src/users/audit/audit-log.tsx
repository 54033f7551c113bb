import type { ConfigurationOwner } from "@kontor/contract/configuration";
import { auditKinds, listOrganizationAudit } from "@kontor/contract/users/audit";
import { auditList } from "@kontor/contract/users/list";
import { Button } from "@mantine/core";
import { IconFilterOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { useListSearch, type ListView } from "../../platform/list-search.ts";
import { OptionalFilter } from "../../ui/filter/choice-filter.tsx";
import { DayRangeFilter } from "../../ui/filter/day-filters.tsx";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Toolbar } from "../../ui/page/toolbar.tsx";
import { ExportMenu } from "../../ui/table/export-menu.tsx";
import { ListTable } from "../../ui/table/list-table.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import { AuditDialog } from "./audit-dialog.tsx";
import { auditQuery, exportAudit, type AuditItem } from "./data.ts";

type View = ListView<typeof listOrganizationAudit>;

/** Who did what and when, anywhere or in one organization, newest first. */
export function AuditLog({ owner }: { owner: ConfigurationOwner }) {
  // That of an organization is below its card on a phone.
  const view: View = useListSearch(listOrganizationAudit, {}, { keepScroll: owner !== "platform" });
  const backwards = view.errors["end_date"] !== undefined;
  const list = useQuery({ ...auditQuery(owner, view.input), enabled: !backwards });
  const [opened, setOpened] = useState<AuditItem | null>(null);
  const { page: _page, per_page: _perPage, ...filters } = view.input;
  const narrowed = view.filters > 0 || view.searching.value !== "";
  return (
    <>
      <Toolbar
        filterCount={view.filters}
        filters={<Filters view={view} />}
        actions={
          <>
            {narrowed && (
              <Button
                variant="default"
                leftSection={<IconFilterOff size={16} aria-hidden />}
                onClick={view.clear}
              >
                Clear
              </Button>
            )}
            <ExportMenu
              onExport={(format, options) => exportAudit(owner, { ...filters, format }, options)}
            />
          </>
        }
      >
        <SearchBox label="Search the audit log" {...view.searching} />
      </Toolbar>
      <ListTable
        list={auditList}
        several={owner === "platform"}
        query={list}
        rows={backwards ? [] : list.data?.data}
        total={backwards ? 0 : list.data?.meta.total}
        place={view.place}
        rowKey={({ id }) => id}
        open={(row) => () => setOpened(row)}
        empty={
          narrowed ? (
            <EmptyState text="Nothing found" onClear={view.clear} />
          ) : (
            <EmptyState
              text="Nothing is recorded yet"
              about="Every addition, change and decision is listed here, with the user and time."
            />
          )
        }
      />
      {opened && (
        <AuditDialog
          item={opened}
          onHistory={() => {
            view.show({ subject: opened.subject });
            setOpened(null);
          }}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

function Filters({ view }: { view: View }) {
  const { kind } = view.input;
  return (
    <>
      <OptionalFilter
        label="Kind"
        width={190}
        all="Everything"
        value={kind}
        choices={auditKinds.map(({ kind: value, title }) => ({ value, label: title }))}
        onChange={(next) => view.show({ kind: next })}
      />
      <DayRangeFilter view={view} />
    </>
  );
}
