import type { ConfigurationOwner } from "@kontor/contract/configuration";
import type { Role } from "@kontor/contract/reference/roles";
import { saveOrganizationSignInRules, savePlatformSignInRules } from "@kontor/contract/users/users";
import { useQuery } from "@tanstack/react-query";

import { useEditedForm } from "../platform/form/edited-form.ts";
import { notifySuccess } from "../platform/message/notify.tsx";
import { ownerKey } from "../platform/organization/configuration.ts";
import { meQuery } from "../session/data.ts";
import { EditForm } from "../ui/form/edit-form.tsx";
import { Loaded } from "../ui/page/loaded.tsx";
import { Notice } from "../ui/page/notice.tsx";
import { Panel } from "../ui/page/panel.tsx";
import { signInRulesQuery, useSaveSignInRules, type SignInRules } from "./data.ts";
import { CurrentPasswordField } from "./password-dialog.tsx";
import { RoleChoice } from "./role-choice.tsx";

/** The roles of the platform or of an organization that require a second factor. */
export function SignInRulesPanel({ owner }: { owner: ConfigurationOwner }) {
  const query = useQuery(signInRulesQuery(owner));
  return (
    <Panel
      title="Second Factor"
      about="Users with one of these roles must set up a second factor before they can continue. This takes effect immediately."
    >
      <Loaded query={query} what="The sign-in rules">
        {(loaded, reload) => <RulesForm owner={owner} loaded={loaded} reload={reload} />}
      </Loaded>
    </Panel>
  );
}

type RulesValues = { second_factor_roles: readonly Role[]; password: string };

type RulesFormProps = {
  owner: ConfigurationOwner;
  loaded: SignInRules;
  reload: () => Promise<SignInRules | undefined>;
};

function RulesForm({ owner, loaded, reload }: RulesFormProps) {
  const permission = owner === "platform" ? "platform-users.write" : "users.write";
  const me = useQuery(meQuery()).data;
  const mayWrite = me?.permissions.includes(permission) ?? false;
  const { mutateAsync } = useSaveSignInRules(owner);
  const { shape } = (owner === "platform" ? savePlatformSignInRules : saveOrganizationSignInRules)
    .body;
  const edit = useEditedForm<SignInRules, RulesValues>({
    name: "sign-in-rules",
    draft: ownerKey(owner).join("-"),
    loaded,
    valuesOf: ({ second_factor_roles }) => ({ second_factor_roles, password: "" }),
    schemas: { second_factor_roles: shape.second_factor_roles, password: shape.password },
    reload,
    save: (values, { version }) => mutateAsync({ ...values, version }),
    onSaved: () => notifySuccess("Sign-in rules saved successfully.."),
  });
  const { form, fieldProps } = edit;
  const isOwn = (owner === "platform") === (me?.tenant_id === null);
  const isAffected = form.values.second_factor_roles.some((role) => me?.roles.includes(role));
  return (
    <EditForm
      edit={edit}
      what="these rules"
      mayWrite={mayWrite}
      // The first field that takes text is the password, which comes last: the roles are chosen
      // first, and someone who types a shortcut must not type it into a password.
      below
    >
      <RoleChoice
        owner={owner}
        {...fieldProps("second_factor_roles")}
        label="Required of"
        disabled={!mayWrite}
      />
      {isOwn && isAffected && me?.second_factor === false && (
        <Notice>
          You have one of these roles and no second factor yet. You will be asked to set it up after
          saving.
        </Notice>
      )}
      {mayWrite && <CurrentPasswordField {...fieldProps("password")} maw={420} />}
    </EditForm>
  );
}
