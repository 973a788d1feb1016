import { Img } from "react-email";
import type { Brand } from "../template";
import { Box } from "./box";
import type { Palette } from "./palette";

/** Sender of the message: the tenant's logo, or its name after its first letter in its colour. */
export function Masthead({ brand, colors }: { brand: Brand; colors: Palette }) {
  if (brand.logoCid)
    return (
      <Box style={{ padding: "0 4px 20px" }}>
        <Img
          className="logo"
          src={`cid:${brand.logoCid}`}
          alt={brand.name}
          height={36}
          style={{ height: 36, maxWidth: 220, borderRadius: 6 }}
        />
      </Box>
    );
  const mark = {
    width: 32,
    height: 32,
    borderRadius: 9,
    backgroundColor: colors.accent,
    color: colors.onAccent,
    fontSize: 16,
    fontWeight: 700,
  };
  const name = { paddingInlineStart: 12, color: colors.ink, fontSize: 17, fontWeight: 600 };
  return (
    <Box style={{ padding: "0 2px 20px" }}>
      <table role="presentation" cellPadding={0} cellSpacing={0}>
        <tbody>
          <tr>
            <td className="accent" align="center" aria-hidden="true" style={mark}>
              {[...brand.name][0]?.toUpperCase()}
            </td>
            <td className="ink" style={name}>
              {brand.name}
            </td>
          </tr>
        </tbody>
      </table>
    </Box>
  );
}
