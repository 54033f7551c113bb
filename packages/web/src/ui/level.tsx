import type { ConfigurationLevel } from "@kontor/contract/configuration";
import { formatCount } from "@kontor/contract/format";
import { Text } from "@mantine/core";

import { StatusChip, type StatusTone } from "./status-chip.tsx";

import classes from "./level.module.css";

const levels: Record<ConfigurationLevel, { words: string; tone: StatusTone }> = {
  built_in: { words: "Built-in", tone: "neutral" },
  platform: { words: "Platform default", tone: "busy" },
  organization: { words: "Organization’s own", tone: "good" },
};

/** Says where a value comes from. */
export function LevelBadge({ level }: { level: ConfigurationLevel }) {
  const { words, tone } = levels[level];
  return <StatusChip tone={tone}>{words}</StatusChip>;
}

type Shown = { level: ConfigurationLevel; organizations_differing?: number };

/** Says where a value comes from and, in Settings, how many organizations have another of their own. */
export function LevelNote({ of }: { of: Shown }) {
  const differing = of.organizations_differing;
  return (
    <span className={classes.note}>
      <LevelBadge level={of.level} />
      {differing !== undefined && (
        <Text span size="xs" c="dimmed">
          {differingSentence(differing)}
        </Text>
      )}
    </span>
  );
}

/** How many organizations have a value of their own that is another than the platform's. */
export function differingSentence(count: number): string {
  if (count === 0) return "No organization differs";
  return count === 1 ? "1 organization differs" : `${formatCount(count)} organizations differ`;
}
