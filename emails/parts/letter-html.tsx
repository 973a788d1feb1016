import {
  Body,
  Container,
  Head,
  Heading,
  Html,
  Img,
  Link,
  Preview,
  Section,
  Text,
} from "react-email";
import type { Brand } from "../email";
import type { Letter } from "../letter";
import type { Voice } from "../voice";
import { BlockHtml } from "./block-html";
import { type Palette, palette } from "./palette";
import { stylesheet } from "./stylesheet";

export const FONT =
  "ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,'Hiragino Sans','Noto Sans JP','Noto Sans Arabic',Helvetica,Arial,sans-serif";

interface Props {
  letter: Letter;
  brand: Brand;
  voice: Voice;
}

/** The message as HTML: one column, no remote image, nothing that tells when it was opened. */
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
      <Preview>{previewOf(letter)}</Preview>
      <Body
        className="ground"
        style={{ margin: 0, padding: 0, backgroundColor: colors.ground, fontFamily: FONT }}
      >
        <Section className="ground" style={{ backgroundColor: colors.ground }} dir={direction}>
          <Container className="frame" style={{ maxWidth: 560, padding: "40px 20px" }}>
            <Masthead brand={brand} colors={colors} />
            <Section
              className="card"
              style={{
                backgroundColor: colors.card,
                border: `1px solid ${colors.line}`,
                borderRadius: 16,
                borderCollapse: "separate",
                padding: "36px 40px",
              }}
            >
              <Heading
                as="h1"
                className="ink"
                style={{
                  margin: "0 0 16px",
                  color: colors.ink,
                  fontSize: 24,
                  lineHeight: "32px",
                  fontWeight: 650,
                  letterSpacing: locale === "ar" ? undefined : "-0.01em",
                }}
              >
                {letter.title}
              </Heading>
              {letter.blocks.map((block, position) => (
                <BlockHtml
                  key={`${block.kind}-${position.toString()}`}
                  block={block}
                  colors={colors}
                />
              ))}
            </Section>
            <Footer brand={brand} voice={voice} colors={colors} />
          </Container>
        </Section>
      </Body>
    </Html>
  );
}

/** The line that inboxes show behind the subject: never a code or a link's secret. */
function previewOf({ blocks }: Letter): string {
  const first = blocks.find((block) => block.kind === "text");
  return first?.kind === "text" ? first.text : "";
}

function Masthead({ brand, colors }: { brand: Brand; colors: Palette }) {
  const name = (
    <span
      className="ink"
      style={{ color: colors.ink, fontSize: 17, lineHeight: "32px", fontWeight: 600 }}
    >
      {brand.name}
    </span>
  );
  if (brand.logoCid)
    return (
      <Section style={{ padding: "0 4px 22px" }}>
        <Img
          className="logo"
          src={`cid:${brand.logoCid}`}
          alt={brand.name}
          height={36}
          style={{ height: 36, maxWidth: 220, borderRadius: 6 }}
        />
      </Section>
    );
  return <Section style={{ padding: "0 4px 18px" }}>{name}</Section>;
}

function Footer({ brand, voice, colors }: Omit<Props, "letter"> & { colors: Palette }) {
  const style = { margin: "0 0 4px", color: colors.soft, fontSize: 13, lineHeight: "20px" };
  return (
    <Section style={{ padding: "22px 4px 0" }}>
      <Text className="soft" style={style}>
        {voice.t("common.footer", { name: brand.name })}
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
    </Section>
  );
}
