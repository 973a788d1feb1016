import { encode } from "uqr";

interface Props {
  text: string;
  /** Description for people who can't see it. */
  label: string;
}

/** A QR code, black on white in every colour scheme, as cameras require. */
export function QrCode({ text, label }: Props) {
  const { data, size } = encode(text, { ecc: "M", border: 3 });
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path stroke="#000" d={data.map(lineOf).join("")} />
    </svg>
  );
}

/** Black modules of a line as strokes, each relative to the end of the last: a third of the bytes of
 *  squares. */
function lineOf(modules: readonly boolean[], y: number): string {
  let path = "";
  let end = -1;
  for (let x = 0; x < modules.length; ) {
    const start = modules.indexOf(true, x);
    if (start < 0) break;
    const after = modules.indexOf(false, start);
    x = after < 0 ? modules.length : after;
    path += end < 0 ? `M${start} ${y + 0.5}h${x - start}` : `m${start - end} 0h${x - start}`;
    end = x;
  }
  return path;
}
