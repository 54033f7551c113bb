import { Select, type SelectProps } from "@mantine/core";

type CashLedgerSelectProps = Omit<SelectProps, "data"> & {
  data: readonly { value: string; label: string }[];
};

/** The ledger of cash or bank that money left or came into: the first that is offered where none is chosen. */
export function CashLedgerSelect({ data, value, ...field }: CashLedgerSelectProps) {
  return (
    <Select
      {...field}
      value={value ?? data[0]?.value ?? null}
      data={data}
      searchable={data.length > 7}
      allowDeselect={false}
      checkIconPosition="right"
    />
  );
}
