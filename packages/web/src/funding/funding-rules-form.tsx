import type { ConfigurationOwner } from "@kontor/contract/configuration";
import { depositLimit, fundingRules, lowBalance } from "@kontor/contract/funding/funding-rules";
import { useQuery } from "@tanstack/react-query";

import { useEditedForm } from "../platform/form/edited-form.ts";
import { notifySuccess } from "../platform/message/notify.tsx";
import {
  configurationQuery,
  useConfigurationMutation,
  type ConfigurationData,
  ownerKey,
} from "../platform/organization/configuration.ts";
import { EditForm } from "../ui/form/edit-form.tsx";
import { MoneyInput, moneyProblem, type MoneyValue } from "../ui/form/money-input.tsx";
import { ResetButton } from "../ui/form/reset-button.tsx";
import { Loaded } from "../ui/page/loaded.tsx";
import { Panel } from "../ui/page/panel.tsx";
import { LevelNote } from "../ui/record/level.tsx";
import { fundingKey } from "./data.ts";

type FundingRules = ConfigurationData<typeof fundingRules.get>;

// The key of funding is its prefix: screens that show funds use the limit too.
const rulesKey = [...fundingKey, "rules"] as const;

type FundingRulesProps = {
  owner: ConfigurationOwner;
  /** Without the permission to change them, the rules are read-only. */
  mayWrite: boolean;
};

/** The rules for moving funds, of one organization or as the platform's default. */
export function FundingRulesForm(props: FundingRulesProps) {
  const query = useQuery(configurationQuery(fundingRules.get, props.owner, rulesKey));
  return (
    <Loaded query={query} what="The funding limits">
      {(loaded, reload) => <RulesForm {...props} loaded={loaded} reload={reload} />}
    </Loaded>
  );
}

const resetTexts = {
  platform: {
    question: "Reset funding limits?",
    detail: "The built-in limits will be the platform’s default again.",
  },
  organization: {
    question: "Reset company funding limits?",
    detail: "The platform’s default limits will be used again.",
  },
} as const;

type RulesFormProps = FundingRulesProps & {
  loaded: FundingRules;
  reload: () => Promise<FundingRules | undefined>;
};

type RuleValues = { deposit_limit: MoneyValue; low_balance: MoneyValue };

function RulesForm({ owner, mayWrite, loaded, reload }: RulesFormProps) {
  const { mutateAsync: save } = useConfigurationMutation(fundingRules.save, owner, fundingKey);
  const { mutateAsync: reset } = useConfigurationMutation(fundingRules.reset, owner, fundingKey);
  const edit = useEditedForm<FundingRules, RuleValues>({
    name: "funding-rules",
    draft: ownerKey(owner).join("-"),
    loaded,
    valuesOf: ({ deposit_limit, low_balance }) => ({ deposit_limit, low_balance }),
    reload,
    schemas: {},
    rules: {
      deposit_limit: (value) => amountProblem(value, depositLimit),
      low_balance: (value) => amountProblem(value, lowBalance),
    },
    save: async ({ deposit_limit, low_balance }, { version }) =>
      typeof deposit_limit === "bigint" && typeof low_balance === "bigint"
        ? save({ deposit_limit, low_balance, version })
        : undefined,
    onSaved: () => notifySuccess("Funding limits saved successfully.."),
  });
  return (
    <Panel title="Funding Limits" aside={<LevelNote of={edit.edited} />}>
      <EditForm
        edit={edit}
        what="these limits"
        mayWrite={mayWrite}
        actions={
          mayWrite && (
            <ResetButton
              {...resetTexts[owner === "platform" ? "platform" : "organization"]}
              done="Funding limits reset successfully.."
              reset={async () => edit.show(await reset({}))}
            />
          )
        }
      >
        <MoneyInput
          {...edit.fieldProps("deposit_limit")}
          label="Deposit Limit"
          description="The amount of a deposit above it must be typed twice. With 0.00, of every deposit."
          inputWrapperOrder={["label", "description", "input", "error"]}
          disabled={!mayWrite}
          maw="20rem"
        />
        <MoneyInput
          {...edit.fieldProps("low_balance")}
          label="Low Balance"
          description="Users are notified of a wallet below it. With 0.00, only of an overdrawn one."
          inputWrapperOrder={["label", "description", "input", "error"]}
          disabled={!mayWrite}
          maw="20rem"
        />
      </EditForm>
    </Panel>
  );
}

function amountProblem(value: MoneyValue, schema: typeof depositLimit): string | undefined {
  const problem = moneyProblem(value, "amount");
  if (problem !== null || typeof value !== "bigint") return problem ?? undefined;
  return schema.safeEncode(value).error?.issues[0]?.message;
}
