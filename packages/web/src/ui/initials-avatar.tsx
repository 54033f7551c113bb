import { initialsOf } from "@kontor/contract/format";
import { Avatar, isLightColor } from "@mantine/core";

type InitialsAvatarProps = {
  name: string;
  /** Address of a photo or logo; the initials stand in for it. */
  src?: string | null;
  /** Hex colour behind the initials; the brand's when left out. */
  color?: string;
  size?: number;
  /** Photos are round; logos keep their corners. */
  shape?: "photo" | "logo";
};

/** A photo or logo, or initials on a colour. The name beside it is what readers hear. */
export function InitialsAvatar(props: InitialsAvatarProps) {
  const { name, src = null, color, size = 32, shape = "photo" } = props;
  const background = color ?? "var(--mantine-color-brand-filled)";
  const text = color !== undefined && isLightColor(color) ? "black" : "white";
  return (
    <Avatar
      src={src}
      alt=""
      size={size}
      radius={shape === "photo" ? "xl" : "sm"}
      aria-hidden
      styles={{
        placeholder: { background, color: text, border: 0, fontWeight: 600 },
        image: { objectFit: shape === "photo" ? "cover" : "contain" },
      }}
    >
      {initialsOf(name)}
    </Avatar>
  );
}
