import type { Block } from "../letter";
import type { Palette } from "./palette";

type Rows = Extract<Block, { kind: "facts" }>["rows"];

/** Facts by name, one per line. */
export function FactsHtml({ rows, colors }: { rows: Rows; colors: Palette }) {
  const cell = { padding: "10px 0", fontSize: 15, lineHeight: "22px", verticalAlign: "top" };
  return (
    <table
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      style={{ margin: "4px 0 20px", borderCollapse: "collapse" }}
    >
      <tbody>
        {rows.map(({ label, value, verbatim }) => (
          <tr key={label} className="rule" style={{ borderTop: `1px solid ${colors.line}` }}>
            <th
              className="soft"
              scope="row"
              style={{
                ...cell,
                width: "34%",
                color: colors.soft,
                fontWeight: 400,
                textAlign: "start",
                paddingInlineEnd: 12,
              }}
            >
              {label}
            </th>
            <td className="ink" style={{ ...cell, color: colors.ink, overflowWrap: "anywhere" }}>
              <bdi {...(verbatim ? { dir: "ltr" as const } : {})}>{value}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
