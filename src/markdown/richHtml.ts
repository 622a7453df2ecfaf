/** Rich text as HTML for mails and files: mail programs only support inline styles reliably. */
import type { Block, Inline } from './blocks.ts';
import { html, type Html } from './html.ts';

export function richHtml(blocks: readonly Block[]): Html {
	return html`${blocks.map(drawBlock)}`;
}

function drawBlock(block: Block): Html {
	switch (block.kind) {
		case 'paragraph':
			return html`<p dir="auto" style="margin:0 0 8px">${block.content.map(drawInline)}</p>`;
		case 'code':
			return html`<pre dir="auto" style="margin:0 0 8px;white-space:pre-wrap"><code>${block.text}</code></pre>`;
		case 'quote':
			return html`<blockquote style="margin:0 0 8px;padding:0 12px;border-inline-start:3px solid #c9ced6">
				${richHtml(block.content)}
			</blockquote>`;
		case 'list': {
			const items = block.items.map((item) => html`<li>${richHtml(item)}</li>`);
			return block.start === undefined
				? html`<ul style="margin:0 0 8px">
						${items}
					</ul>`
				: html`<ol start="${String(block.start)}" style="margin:0 0 8px">
						${items}
					</ol>`;
		}
	}
}

function drawInline(part: Inline): Html {
	switch (part.kind) {
		case 'text':
			return drawLines(part.text);
		case 'code':
			return html`<code>${part.text}</code>`;
		case 'emphasis':
			return html`<em>${part.content.map(drawInline)}</em>`;
		case 'strong':
			return html`<strong>${part.content.map(drawInline)}</strong>`;
		case 'link':
			return html`<a href="${part.href}" rel="noopener noreferrer nofollow">${part.content.map(drawInline)}</a>`;
	}
}

function drawLines(text: string): Html {
	return html`${text.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br />${line}`))}`;
}
