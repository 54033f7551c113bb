import type { ConfigurationOwner } from "@kontor/contract/configuration";
import { moduleScope } from "@kontor/contract/reference/modules";
import { Button, Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";

import { notifySuccess } from "../platform/message/notify.tsx";
import { focusMainOnUnmount } from "../platform/message/return-focus.ts";
import { succeeds } from "../platform/mutation.ts";
import { NotLoaded } from "../ui/page/not-loaded.tsx";
import { LevelNote } from "../ui/record/level.tsx";
import { modulesQuery, useResetModule, useSwitchModule, type ConfiguredModule } from "./data.ts";

import classes from "./module-grid.module.css";

type ModuleGridProps = {
  owner: ConfigurationOwner;
  /** The switches are read-only without the permission to change them. */
  mayWrite: boolean;
};

/**
 * The modules with a switch each, which is saved immediately; for one organization or as the
 * platform's defaults.
 */
export function ModuleGrid({ owner, mayWrite }: ModuleGridProps) {
  const modules = useQuery(modulesQuery(owner));
  if (!modules.data) {
    return (
      <NotLoaded
        what="The list of modules"
        failed={modules.isError && !modules.isFetching}
        error={modules.error}
        onRetry={() => void modules.refetch()}
      />
    );
  }
  return (
    <ul className={classes.grid} aria-label="Modules">
      {modules.data.map((module) => (
        <ModuleCard key={module.id} module={module} owner={owner} mayWrite={mayWrite} />
      ))}
    </ul>
  );
}

function ModuleCard({ module, owner, mayWrite }: ModuleGridProps & { module: ConfiguredModule }) {
  const reasonId = useId();
  const coversId = useId();
  const switching = useSwitchModule(owner);
  const { id, title, enabled, core } = module;
  const turn = async (on: boolean) => {
    const done = await succeeds(switching.mutateAsync({ id, enabled: on }));
    if (done) notifySuccess("Module edited successfully..");
  };
  return (
    <li data-surface="card" className={classes.card} data-off={!enabled || undefined}>
      <Switch
        classNames={{
          body: classes.switch,
          labelWrapper: classes.labelWrapper,
        }}
        labelPosition="left"
        label={title}
        aria-describedby={core ? `${coversId} ${reasonId}` : coversId}
        checked={enabled}
        disabled={core || !mayWrite}
        onChange={(event) => void turn(event.currentTarget.checked)}
      />
      <p id={coversId} className={classes.reason}>
        {moduleScope(id)}
      </p>
      {core && (
        <p id={reasonId} className={classes.reason}>
          Core module: other modules depend on it, so it cannot be switched off.
        </p>
      )}
      <div className={classes.foot}>
        <LevelNote of={module} />
        {owner !== "platform" && module.level === "organization" && mayWrite && (
          <UseDefaultButton module={module} owner={owner} />
        )}
      </div>
    </li>
  );
}

type UseDefaultButtonProps = { module: ConfiguredModule; owner: ConfigurationOwner };

/** Removes the organization's own switch, so that the platform's is in effect. */
function UseDefaultButton({ module, owner }: UseDefaultButtonProps) {
  const reset = useResetModule(owner);
  const use = async () => {
    const done = await succeeds(reset.mutateAsync({ id: module.id }));
    if (done) notifySuccess("Module edited successfully..");
  };
  return (
    <Button
      ref={focusMainOnUnmount}
      variant="subtle"
      size="compact-xs"
      loading={reset.isPending}
      aria-label={`Use the platform’s default for ${module.title}`}
      onClick={() => void use()}
    >
      Use default
    </Button>
  );
}
