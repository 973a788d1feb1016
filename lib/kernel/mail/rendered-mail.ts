/** A rendered message: each of its two parts is complete. */
export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/** An image inside the message. */
export interface InlineImage {
  cid: string;
  contentType: string;
  content: Buffer;
}
