/** Renders an article as HTML. Its links open outside of the frame that shows it. */
import type { Inline } from './blocks.ts';
import type { ArticleBlock } from './parseArticle.ts';
import { html, type Html } from './html.ts';

export function articleHtml(blocks: readonly ArticleBlock[]): Html {
	return html`${blocks.map(drawBlock)}`;
}

function drawBlock(block: ArticleBlock): Html {
	switch (block.kind) {
		case 'paragraph':
			return html`<p>${drawInlines(block.content)}</p>`;
		case 'heading':
			return drawHeading(block.level, drawInlines(block.content));
		case 'code':
			// A block that scrolls has to be reachable by keyboard.
			return html`<pre dir="ltr" tabindex="0"><code>${block.text}</code></pre>`;
		case 'quote':
			return html`<blockquote>${articleHtml(block.content)}</blockquote>`;
		case 'list': {
			const items = block.items.map((item) => html`<li>${articleHtml(item)}</li>`);
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
							${block.header.map((cell) => html`<th scope="col">${drawInlines(cell)}</th>`)}
						</tr>
					</thead>
					<tbody>
						${block.rows.map(
							(row) =>
								html`<tr>
									${row.map((cell) => html`<td>${drawInlines(cell)}</td>`)}
								</tr>`,
						)}
					</tbody>
				</table>
			</div>`;
		case 'rule':
			return html`<hr />`;
	}
}

function drawHeading(level: 2 | 3 | 4, content: Html): Html {
	if (level === 2) return html`<h2>${content}</h2>`;
	return level === 3 ? html`<h3>${content}</h3>` : html`<h4>${content}</h4>`;
}

function drawInlines(content: readonly Inline[]): Html {
	return html`${content.map(drawInline)}`;
}

function drawInline(part: Inline): Html {
	switch (part.kind) {
		case 'text':
			return html`${part.text.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br />${line}`))}`;
		case 'code':
			return html`<code dir="ltr">${part.text}</code>`;
		case 'emphasis':
			return html`<em>${drawInlines(part.content)}</em>`;
		case 'strong':
			return html`<strong>${drawInlines(part.content)}</strong>`;
		case 'link':
			return html`<a href="${part.href}" target="_blank" rel="noopener noreferrer">${drawInlines(part.content)}</a>`;
	}
}
