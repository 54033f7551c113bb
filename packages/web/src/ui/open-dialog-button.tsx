import { Button, Loader, type ButtonProps } from "@mantine/core";
import { useTransition, type ComponentProps, type ReactNode } from "react";

type OpenDialogButtonProps = Omit<ButtonProps, "leftSection" | "loading"> &
  Pick<ComponentProps<"button">, "onPointerEnter"> & {
    icon: ReactNode;
    /** Opens a dialog whose code may have to be loaded first. */
    onOpen: () => void;
    children: ReactNode;
  };

/**
 * A button that opens a dialog. Its icon spins while the dialog's code is loading. It stays
 * enabled, since a disabled button would lose the focus that returns to it. The key `n` presses the
 * first such button of a page, unless `data-shortcut` says otherwise.
 */
export function OpenDialogButton({ icon, onOpen, ...others }: OpenDialogButtonProps) {
  const [opening, startOpening] = useTransition();
  return (
    <Button
      data-shortcut="new"
      {...others}
      leftSection={opening ? <Loader size={16} color="currentcolor" aria-hidden /> : icon}
      aria-busy={opening || undefined}
      onClick={() => startOpening(onOpen)}
    />
  );
}
