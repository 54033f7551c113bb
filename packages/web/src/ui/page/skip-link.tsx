import classes from "./skip-link.module.css";

/**
 * The first stop of the Tab key. It skips what every screen repeats and goes to the `main` of the
 * screen.
 */
export function SkipLink() {
  return (
    <a href="#main" className={classes.skip}>
      Skip to main content
    </a>
  );
}
