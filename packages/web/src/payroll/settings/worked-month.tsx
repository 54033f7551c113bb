import { kobo } from "@kontor/books/money";
import { formatMoney } from "@kontor/contract/format";
import { packInForce } from "@kontor/payroll/statutory/packs";
import { Text } from "@mantine/core";
import { useState } from "react";

import { today } from "../../platform/clock.ts";
import { Example } from "../../ui/form/form-with-aside.tsx";
import { MoneyInput, type MoneyValue } from "../../ui/form/money-input.tsx";
import { Money } from "../../ui/money.tsx";
import { monthExample } from "./month-example.ts";
import { rulesFrom, type SettingValues } from "./setting-values.ts";

import classes from "./payroll-settings.module.css";

/** The maximum of the example, in kobo: a billion naira a month. */
const maxPay = 1_000_000_000_00n;

/** A month's pay calculated by the settings as typed, before they are saved. */
export function WorkedMonth({ values }: { values: SettingValues }) {
  const [gross, setGross] = useState<MoneyValue>(kobo(300_000_00n));
  const settings = rulesFrom(values);
  const pack = packInForce(today());
  const computable = typeof gross === "bigint" && gross > 0n && gross <= maxPay;
  const example = settings && pack && computable ? monthExample(gross, settings, pack) : undefined;
  return (
    <Example title="Worked month">
      <MoneyInput
        label="Example Pay"
        description="Monthly gross: half basic, 30% housing, 20% transport"
        inputWrapperOrder={["label", "input", "description", "error"]}
        value={gross}
        onChange={setGross}
      />
      {example === undefined ? (
        <Text size="sm" c="dimmed">
          Enter pay and settings to see an example month.
        </Text>
      ) : (
        <>
          <table className={classes.month} aria-label="A month under these settings">
            <tbody>
              {example.rows.map(({ code, label, amount, sum }) => (
                <tr key={code} data-sum={sum || undefined}>
                  <th scope="row">{label}</th>
                  <td>
                    <Money amount={amount} strong={sum} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <Text size="sm">
            An employee who starts on 17 January earns {formatMoney(example.startedOn17)} in that
            month.
          </Text>
          <Text size="sm" c="dimmed">
            For an employee who agreed to the NHF and claimed no reliefs. Law: {pack?.name}.
          </Text>
        </>
      )}
    </Example>
  );
}
