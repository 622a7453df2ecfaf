/** Renders an article as HTML. */
import type { Inline } from './blocks.ts';
import type { ArticleBlock } from './parseArticle.ts';
import { html, type Html } from './html.ts';

/** The address of a link to a page of the same help centre; undefined for all others. */
type ReadOwn = (href: string) => string | undefined;

/** Links open outside of the frame that shows the article, but for those that are its own. */
export function articleHtml(blocks: readonly ArticleBlock[], readOwn: ReadOwn = () => undefined): Html {
	return html`${blocks.map((block) => drawBlock(block, readOwn))}`;
}

function drawBlock(block: ArticleBlock, readOwn: ReadOwn): Html {
	const draw = (content: readonly Inline[]) => drawInlines(content, readOwn);
	switch (block.kind) {
		case 'paragraph':
			return html`<p>${draw(block.content)}</p>`;
		case 'heading':
			return drawHeading(block, draw(block.content));
		case 'code':
			// A block that scrolls has to be reachable by keyboard.
			return html`<pre dir="ltr" tabindex="0"><code>${block.text}</code></pre>`;
		case 'quote':
			return html`<blockquote>${articleHtml(block.content, readOwn)}</blockquote>`;
		case 'list': {
			const items = block.items.map((item) => html`<li>${articleHtml(item, readOwn)}</li>`);
			return block.start === undefined
				? html`<ul>
						${items}
					</ul>`
				: html`<ol start="${block.start}">
						${items}
					</ol>`;
		}
		case 'picture':
			return html`<img src="${block.source}" alt="${block.text}" loading="lazy" referrerpolicy="no-referrer" />`;
		case 'table':
			return html`<div class="table" tabindex="0">
				<table>
					<thead>
						<tr>
							${block.header.map((cell) => html`<th scope="col">${draw(cell)}</th>`)}
						</tr>
					</thead>
					<tbody>
						${block.rows.map(
							(row) =>
								html`<tr>
									${row.map((cell) => html`<td>${draw(cell)}</td>`)}
								</tr>`,
						)}
					</tbody>
				</table>
			</div>`;
		case 'rule':
			return html`<hr />`;
	}
}

function drawHeading({ level, id }: Extract<ArticleBlock, { kind: 'heading' }>, content: Html): Html {
	const name = id === undefined ? '' : html` id="${id}"`;
	if (level === 2) return html`<h2${name}>${content}</h2>`;
	return level === 3 ? html`<h3${name}>${content}</h3>` : html`<h4${name}>${content}</h4>`;
}

function drawInlines(content: readonly Inline[], readOwn: ReadOwn): Html {
	return html`${content.map((part) => drawInline(part, readOwn))}`;
}

function drawInline(part: Inline, readOwn: ReadOwn): Html {
	switch (part.kind) {
		case 'text':
			return html`${part.text.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br />${line}`))}`;
		case 'code':
			return html`<code dir="ltr">${part.text}</code>`;
		case 'emphasis':
			return html`<em>${drawInlines(part.content, readOwn)}</em>`;
		case 'strong':
			return html`<strong>${drawInlines(part.content, readOwn)}</strong>`;
		case 'link': {
			const own = readOwn(part.href);
			const content = drawInlines(part.content, readOwn);
			return own === undefined
				? html`<a href="${part.href}" target="_blank" rel="noopener noreferrer">${content}</a>`
				: html`<a href="${own}">${content}</a>`;
		}
	}
}
