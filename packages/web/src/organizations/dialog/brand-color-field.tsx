import { presetBrandColors } from "@kontor/contract/reference/branding";
import { ColorSwatch, TextInput, type TextInputProps } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";

import classes from "./brand-color-field.module.css";

type BrandColorFieldProps = Omit<TextInputProps, "value" | "onChange"> & {
  /** The typed text; a colour if it is # and six hex digits. */
  value: string;
  onChange: (value: string) => void;
};

/** A colour as a hex value, or one of the presets. */
export function BrandColorField({ value, onChange, ...input }: BrandColorFieldProps) {
  const isColor = /^#[0-9a-f]{6}$/i.test(value.trim());
  return (
    <div className={classes.choice}>
      <TextInput
        {...input}
        label="Brand Color"
        placeholder="#004AAD"
        required
        withAsterisk={false}
        autoComplete="off"
        spellCheck={false}
        maxLength={20}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        leftSection={
          <ColorSwatch color={isColor ? value.trim() : "transparent"} size={18} aria-hidden />
        }
      />
      <div role="group" aria-label="Preset colours" className={classes.presets}>
        {presetBrandColors.map((preset) => (
          <Preset
            key={preset}
            color={preset}
            chosen={preset.toLowerCase() === value.trim().toLowerCase()}
            onChoose={() => onChange(preset)}
          />
        ))}
      </div>
    </div>
  );
}

type PresetProps = { color: string; chosen: boolean; onChoose: () => void };

function Preset({ color, chosen, onChoose }: PresetProps) {
  return (
    <ColorSwatch
      component="button"
      type="button"
      color={color}
      size={28}
      c="white"
      title={color}
      aria-label={color}
      aria-pressed={chosen}
      className={classes.preset}
      onClick={onChoose}
    >
      {chosen && <IconCheck size={16} aria-hidden />}
    </ColorSwatch>
  );
}
