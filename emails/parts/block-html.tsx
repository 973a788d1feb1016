import { Button, Link, Text } from "react-email";
import type { Block } from "../letter";
import { Box } from "./box";
import { FactsHtml } from "./facts-html";
import type { Palette } from "./palette";

const MONO = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace";

type Of<K extends Block["kind"]> = { block: Extract<Block, { kind: K }>; colors: Palette };

/** One part of a message. */
export function BlockHtml({ block, colors }: { block: Block; colors: Palette }) {
  switch (block.kind) {
    case "text":
      return (
        <Text
          className="ink"
          style={{ margin: "0 0 16px", color: colors.ink, fontSize: 16, lineHeight: "26px" }}
        >
          {block.text}
        </Text>
      );
    case "note":
      return <Note block={block} colors={colors} />;
    case "code":
      return <Code block={block} colors={colors} />;
    case "verbatim":
      return <Verbatim block={block} colors={colors} />;
    case "action":
      return <Action block={block} colors={colors} />;
    case "facts":
      return <FactsHtml rows={block.rows} colors={colors} />;
  }
}

function Note({ block, colors }: Of<"note">) {
  return (
    <Box
      className="rule"
      style={{ borderTop: `1px solid ${colors.line}`, padding: "16px 0", margin: "8px 0 0" }}
    >
      <Text
        className="soft"
        style={{ margin: 0, color: colors.soft, fontSize: 14, lineHeight: "22px" }}
      >
        {block.text}
      </Text>
    </Box>
  );
}

function Code({ block, colors }: Of<"code">) {
  return (
    <Box
      className="well"
      style={{
        margin: "4px 0 20px",
        backgroundColor: colors.ground,
        border: `1px solid ${colors.line}`,
        borderRadius: 12,
        padding: "18px 12px",
        textAlign: "center",
      }}
    >
      {/* The space after the last digit is taken back on the other side, so that the code stands centred. */}
      <span
        className="ink digits"
        dir="ltr"
        style={{
          color: colors.ink,
          fontFamily: MONO,
          fontSize: 34,
          lineHeight: "44px",
          fontWeight: 600,
          letterSpacing: 8,
          paddingLeft: 8,
        }}
      >
        {block.code}
      </span>
    </Box>
  );
}

function Verbatim({ block, colors }: Of<"verbatim">) {
  return (
    <Box
      className="well"
      style={{
        margin: "4px 0 20px",
        backgroundColor: colors.ground,
        border: `1px solid ${colors.line}`,
        borderRadius: 12,
        padding: "14px 16px",
      }}
    >
      <pre
        className="ink"
        dir="ltr"
        style={{
          margin: 0,
          color: colors.ink,
          fontFamily: MONO,
          fontSize: 12,
          lineHeight: "19px",
          textAlign: "left",
          // A line that wraps is still one line when it is copied.
          whiteSpace: "pre-wrap",
          overflowWrap: "anywhere",
          wordBreak: "break-all",
        }}
      >
        {block.text}
      </pre>
    </Box>
  );
}

function Action({ block, colors }: Of<"action">) {
  const small = { color: colors.soft, fontSize: 13, lineHeight: "20px" };
  return (
    <Box style={{ padding: "6px 0 18px" }}>
      <Button
        className={block.isQuiet ? "quiet" : "accent"}
        href={block.href}
        style={{
          ...(block.isQuiet
            ? { color: colors.ink, border: `1px solid ${colors.line}`, padding: "13px 25px" }
            : { backgroundColor: colors.accent, color: colors.onAccent, padding: "14px 26px" }),
          borderRadius: 12,
          fontSize: 16,
          lineHeight: "20px",
          fontWeight: 600,
          textAlign: "center",
          textDecoration: "none",
        }}
      >
        {block.label}
      </Button>
      <Text className="soft" style={{ ...small, margin: "18px 0 0" }}>
        {block.explanation}
      </Text>
      <Link
        className="link"
        href={block.href}
        style={{
          color: colors.accentInk,
          fontSize: 13,
          lineHeight: "20px",
          textDecoration: "underline",
          wordBreak: "break-all",
        }}
      >
        <bdi dir="ltr">{block.href}</bdi>
      </Link>
    </Box>
  );
}
