import { sum, type Kobo } from "@kontor/books/money";
import { formatCount } from "@kontor/contract/format";
import type { paymentListReport } from "@kontor/contract/pay-reports/payment-list";
import { Table } from "@mantine/core";

import type { ListSearch } from "../../platform/address.ts";
import { Money } from "../../ui/money.tsx";
import { TextLink } from "../../ui/text-link.tsx";

import classes from "./payroll.module.css";

type Line = {
  key: string;
  name: string;
  people: number;
  amount: Kobo;
  /** The filters of the payments that it adds up. */
  search: ListSearch<typeof paymentListReport.read>;
};

type PaymentSumsProps = {
  label: string;
  head: string;
  lines: readonly Line[];
  /** The filters of all payments. */
  all: Line["search"];
};

/** Totals of payments by status or bank, each linking to its payments. */
export function PaymentSums({ label, head, lines, all }: PaymentSumsProps) {
  return (
    <div className={classes.sumsFrame}>
      <Table aria-label={label} className={classes.sums}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{head}</Table.Th>
            <Table.Th scope="col" data-figure>
              People
            </Table.Th>
            <Table.Th scope="col" data-figure>
              Amount
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map(({ key, name, people, amount, search }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row">
                <TextLink to="/app/reports/payroll/payments" search={search}>
                  {name}
                </TextLink>
              </Table.Th>
              <Table.Td data-figure>{formatCount(people)}</Table.Td>
              <Table.Td data-figure>
                <TextLink to="/app/reports/payroll/payments" search={search}>
                  <Money amount={amount} />
                </TextLink>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row">Total</Table.Th>
            <Table.Td data-figure>
              {formatCount(lines.reduce((count, { people }) => count + people, 0))}
            </Table.Td>
            <Table.Td data-figure>
              <TextLink to="/app/reports/payroll/payments" search={all}>
                <Money amount={sum(lines.map(({ amount }) => amount))} strong />
              </TextLink>
            </Table.Td>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </div>
  );
}
