import { initialsOf } from "@kontor/contract/words";
import { isLightColor } from "@mantine/core";
import { useState, type CSSProperties } from "react";

import classes from "./initials-avatar.module.css";

type InitialsAvatarProps = {
  name: string;
  /** The address of a photo or logo. Without it the initials are shown. */
  src?: string | null;
  /** The hex colour behind the initials; the brand colour by default. */
  color?: string;
  size?: number;
  /** Photos are round; logos keep their corners. */
  shape?: "photo" | "logo";
};

/**
 * A photo or logo, or initials on a colour. Screen readers read the name beside it. It does not use
 * Mantine, since the app shell uses it.
 */
export function InitialsAvatar(props: InitialsAvatarProps) {
  const { name, src = null, color, size = 32, shape = "photo" } = props;
  // The address of a picture that failed to load.
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
