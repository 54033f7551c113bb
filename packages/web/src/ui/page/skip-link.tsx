import classes from "./skip-link.module.css";

/** The first stop of the Tab key: over what every screen repeats, to the `main` of the screen. */
export function SkipLink() {
  return (
    <a href="#main" className={classes.skip}>
      Skip to main content
    </a>
  );
}
