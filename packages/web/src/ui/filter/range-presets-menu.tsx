import { Menu } from "@mantine/core";
import type { ComponentType, Ref } from "react";

import { today } from "../../platform/clock.ts";
import { rangePresets } from "../date/range-presets.ts";
import { useReplayedClick } from "../menu/replayed-click.ts";
import type { DayRange } from "./day-filters.tsx";

type RangePresetsMenuProps = {
  onChange: (range: DayRange) => void;
  Target: ComponentType<{ ref: Ref<HTMLButtonElement> }>;
};

/** A menu of common date ranges. It replaces the button that opens it on the first click. */
export function RangePresetsMenu({ onChange, Target }: RangePresetsMenuProps) {
  const target = useReplayedClick();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Target ref={target} />
      </Menu.Target>
      <Menu.Dropdown>
        {rangePresets(today()).map(({ label, ...days }) => (
          <Menu.Item key={label} onClick={() => onChange(days)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
