import type { CSSProperties, ReactNode } from "react";

interface Props {
  /** Classes of the padded cell, for the dark scheme and small screens. */
  className?: string;
  align?: "center";
  lang?: string;
  dir?: "ltr" | "rtl";
  style: CSSProperties;
  children: ReactNode;
}

/** A block with padding, a background or a border. A table, because Outlook supports padding on nothing else;
 *  one cell has it all, so that a rule for small screens finds one padding to replace. */
export function Box({ className, align, lang, dir, style, children }: Props) {
  const { margin, maxWidth, ...cell } = style;
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      align={align}
      lang={lang}
      dir={dir}
      style={{ borderCollapse: "separate", margin, maxWidth }}
    >
      <tbody>
        <tr>
          <td className={className} style={cell}>
            {children}
          </td>
        </tr>
      </tbody>
    </table>
  );
}
