import { encode } from "uqr";

type QrCodeProps = {
  text: string;
  /** The accessible name. */
  label: string;
};

/** The quiet zone around the code, in modules, which scanners need. */
const border = 2;

/** A text as a QR code, dark on white in both colour schemes, as scanners expect. */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: "M", border });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={192}
      height={192}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
