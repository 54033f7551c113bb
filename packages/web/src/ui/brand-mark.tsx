import classes from "./brand-mark.module.css";

/** The product's logo and name. */
export function BrandMark({ size = "md" }: { size?: "md" | "lg" }) {
  return (
    <span className={classes.mark} data-size={size}>
      <svg viewBox="0 0 32 32" aria-hidden className={classes.sign}>
        <rect width="32" height="32" rx="8" fill="#004AAD" />
        <path
          d="M10 8v16M22 8l-9 8 9 8"
          fill="none"
          stroke="#fff"
          strokeWidth="3.2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      Kontor
    </span>
  );
}
