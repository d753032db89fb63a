import { html, type Markup } from './markup.ts';
import { type PageAnswer, type PageCall, page } from './page.ts';

/** A question before something changes. */
export interface Question {
  readonly title: string;
  /** What will happen, and how it can be taken back. */
  readonly says: Markup;
  readonly fields?: Markup;
  readonly button: string;
  readonly isDangerous?: boolean;
  /** Where a no leads. */
  readonly back: string;
}

/** The page that asks; its form goes to its own address and carries the token of this server's forms. */
export function askPage(call: PageCall, path: string, question: Question): PageAnswer {
  const { title, says, fields, button, isDangerous = false, back } = question;
  return page(
    title,
    html`<h1>${title}</h1>${says}<form class="ask" method="post" action="${call.link(path)}"><input type="hidden" name="token" value="${call.formToken}">${fields}<div class="row"><button class="${isDangerous ? 'danger' : 'main'}">${button}</button> <a href="${call.link(back)}">Leave it as it is</a></div></form>`,
  );
}
