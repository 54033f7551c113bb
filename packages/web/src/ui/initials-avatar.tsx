import { initialsOf } from "@kontor/contract/format";
import { isLightColor } from "@mantine/core";
import { useState, type CSSProperties } from "react";

import classes from "./initials-avatar.module.css";

type InitialsAvatarProps = {
  name: string;
  /** Address of a photo or logo; the initials are shown without it. */
  src?: string | null;
  /** Hex colour behind the initials; the brand's when left out. */
  color?: string;
  size?: number;
  /** Photos are round; logos keep their corners. */
  shape?: "photo" | "logo";
};

/**
 * A photo or logo, or initials on a colour. Screen readers announce the name beside it. The frame
 * of the app uses it, so it is not Mantine's.
 */
export function InitialsAvatar(props: InitialsAvatarProps) {
  const { name, src = null, color, size = 32, shape = "photo" } = props;
  // The address of a picture that could not be loaded.
  const [broken, setBroken] = useState<string | null>(null);
  const ground =
    color === undefined
      ? {}
      : { background: color, color: isLightColor(color) ? "black" : "white" };
  return (
    <span
      className={classes.avatar}
      data-shape={shape}
      style={{ "--avatar-size": `${size / 16}rem` } as CSSProperties}
      aria-hidden
    >
      {src === null || src === "" || src === broken ? (
        <span className={classes.initials} style={ground}>
          {initialsOf(name)}
        </span>
      ) : (
        <img src={src} alt="" className={classes.image} onError={() => setBroken(src)} />
      )}
    </span>
  );
}
