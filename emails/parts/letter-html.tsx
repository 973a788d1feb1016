import { Body, Head, Heading, Html, Link, Preview, Text } from "react-email";
import type { Letter } from "../letter";
import type { Brand } from "../template";
import type { Voice } from "../voice";
import { BlockHtml } from "./block-html";
import { Box } from "./box";
import { Masthead } from "./masthead";
import { type Palette, palette } from "./palette";
import { stylesheet } from "./stylesheet";

const FONT =
  "ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,'Hiragino Sans','Noto Sans JP','Noto Sans Arabic',Helvetica,Arial,sans-serif";

interface Props {
  letter: Letter;
  brand: Brand;
  voice: Voice;
}

/** The message as HTML: one column, no remote image, no tracking of when it was opened. */
export function LetterHtml({ letter, brand, voice }: Props) {
  const colors = palette(brand.color, "light");
  const { locale, direction } = voice;
  return (
    <Html lang={locale} dir={direction}>
      <Head>
        <title>{letter.subject}</title>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no" />
        <style>{stylesheet(brand.color)}</style>
      </Head>
      <Preview useTitleTag={false} lang={locale} dir={direction}>
        {previewOf(letter)}
      </Preview>
      <Body
        lang={locale}
        dir={direction}
        className="ground"
        style={{ margin: 0, padding: 0, backgroundColor: colors.ground, fontFamily: FONT }}
      >
        {/* Once more: mail programs drop `html` and `body` with their language, direction and classes. */}
        <Box
          className="ground"
          lang={locale}
          dir={direction}
          // A long address in a sentence breaks instead of widening the message; `break-word` is for older
          // programs.
          style={{
            backgroundColor: colors.ground,
            overflowWrap: "anywhere",
            wordBreak: "break-word",
          }}
        >
          <Box align="center" className="frame" style={{ maxWidth: 560, padding: "44px 20px" }}>
            <Masthead brand={brand} colors={colors} />
            <Box
              className="card"
              style={{
                backgroundColor: colors.card,
                border: `1px solid ${colors.line}`,
                borderRadius: 16,
                padding: "36px 40px 20px",
              }}
            >
              <Title letter={letter} voice={voice} colors={colors} />
              {letter.blocks.map((block, position) => (
                <BlockHtml
                  key={`${block.kind}-${position.toString()}`}
                  block={block}
                  colors={colors}
                />
              ))}
            </Box>
            <Footer letter={letter} brand={brand} voice={voice} colors={colors} />
          </Box>
        </Box>
      </Body>
    </Html>
  );
}

function Title({ letter, voice, colors }: Omit<Props, "brand"> & { colors: Palette }) {
  return (
    <Heading
      as="h1"
      className="ink"
      style={{
        margin: "0 0 14px",
        color: colors.ink,
        fontSize: 24,
        lineHeight: "32px",
        fontWeight: 650,
        // Letters of a joined script must not be moved closer together.
        ...(voice.locale === "ar" ? {} : { letterSpacing: "-0.01em" }),
      }}
    >
      {letter.title}
    </Heading>
  );
}

/** The line that inboxes show after the subject: never a code or a link's secret. */
function previewOf({ blocks }: Letter): string {
  const first = blocks.find((block) => block.kind === "text");
  return first?.kind === "text" ? first.text : "";
}

function Footer({ letter, brand, voice, colors }: Props & { colors: Palette }) {
  const style = { margin: "0 0 4px", color: colors.soft, fontSize: 13, lineHeight: "20px" };
  return (
    <Box style={{ padding: "22px 4px 0" }}>
      <Text className="soft" style={style}>
        {letter.footer ?? voice.t("common.footer", { name: brand.name })}
      </Text>
      {brand.supportUrl && (
        <Text className="soft" style={style}>
          {voice.t("common.support")}{" "}
          <Link
            className="link"
            href={brand.supportUrl}
            style={{ color: colors.accentInk, textDecoration: "underline" }}
          >
            <bdi dir="ltr">{brand.supportUrl.replace(/^(https:\/\/|mailto:)/, "")}</bdi>
          </Link>
        </Text>
      )}
    </Box>
  );
}
