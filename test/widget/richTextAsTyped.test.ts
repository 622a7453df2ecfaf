/** What a message makes of marks: docs/markdown.md. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from '../../src/markdown/blocks.ts';
import { parseArticle } from '../../src/markdown/parseArticle.ts';
import { parseMarkdown } from '../../src/markdown/parseMarkdown.ts';
import { richHtml } from '../../src/markdown/richHtml.ts';

/** The blocks as HTML without attributes. */
const draw = (blocks: Block[]) =>
	richHtml(blocks)
		.text.replaceAll(/ (?:dir|style|rel)="[^"]*"/g, '')
		.replaceAll(/\s*\n\s*/g, '')
		.replaceAll('&#62;', '>')
		.replaceAll('&#60;', '<')
		.replaceAll('&#34;', '"')
		.replaceAll('&#39;', "'")
		.replaceAll('&#38;', '&');
const shown = (text: string) => draw(parseMarkdown(text)).replaceAll('<br />', '\n');

const TYPED = [
	'60*40*20',
	'Box is 60*40*20 cm, path \\\\server\\share',
	'10*20*30 and 2**3**4',
	'٦٠*٤٠*٢٠',
	'長*宽*高',
	'a*b*c, d*e*f',
	'x_1 y_2 snake_case_name',
	'\\\\server\\_share\\x.txt',
	'\\\\server\\share\\*.txt',
	'C:\\Users\\me\\.ssh',
	'C:\\*.* and D:\\*.*',
	'Copy *.doc to C:\\*',
	'a \\ b \\\\ c',
	'C:\\dir\\\nnext',
	'\\n \\d+\\.\\d \\[a-z\\]',
	'>:(',
	'>_<',
	'>3 items please',
	'>>> x',
	'Look:\n>3 items',
	'a\n>:(\nb',
	'^_^ and ^_^',
	'(*_*) and (*_*)',
	'(*^_^*) hi (*^_^*)',
	'-_- x -_-',
	'T_T and T_T',
	'o_o *_* o_o *_*',
	'¯\\_(ツ)_/¯ and ¯\\_(ツ)_/¯',
	'(´・ω・`) hi (´・ω・`)',
	'__init__.py',
	'see __init__.py and __main__.py',
	'*.js and *.ts',
	'*.js,*.ts',
	'src/**/*.ts and lib/**/*.js',
	'f(*args, **kwargs)',
	'5* hotel, 4* hotel',
	'Price* and shipping*',
	'*nix and *BSD',
	'~~~ hello ~~~',
	'x\n~~~ y',
	'**** x ****',
	'** x **',
	'"*" and "*"',
	'[note]: call back',
	'&lt;b&gt; &#60; <b>*</b>',
];

test('what people typed without meaning Markdown shows as they typed it', () => {
	for (const text of TYPED) assert.equal(shown(text), `<p>${text}</p>`, text);
});

const DRAWN: [text: string, html: string][] = [
	['*a* _b_ **c** __d__', '<em>a</em> <em>b</em> <strong>c</strong> <strong>d</strong>'],
	['***a*** ***b** c*', '<em><strong>a</strong></em> <em><strong>b</strong> c</em>'],
	['**a *b*** **c _d_ e**', '<strong>a <em>b</em></strong> <strong>c <em>d</em> e</strong>'],
	['**「強調」**です', '<strong>「強調」</strong>です'],
	['**強調。**次', '<strong>強調。</strong>次'],
	['これは**重要**です', 'これは<strong>重要</strong>です'],
	['请看**“重点”**，谢谢', '请看<strong>“重点”</strong>，谢谢'],
	['**강조**는 **(주의)**를', '<strong>강조</strong>는 <strong>(주의)</strong>를'],
	['สำคัญ**มาก**ครับ', 'สำคัญ<strong>มาก</strong>ครับ'],
	['و**مهم**', 'و<strong>مهم</strong>'],
	['**Versand**kosten', '<strong>Versand</strong>kosten'],
	['Hinweis:**wichtig**, **„Zitat“**.', 'Hinweis:<strong>wichtig</strong>, <strong>„Zitat“</strong>.'],
	['**-20%** **€ 5** **#1**', '<strong>-20%</strong> <strong>€ 5</strong> <strong>#1</strong>'],
	['"*a*" (_b_), *c*!', '"<em>a</em>" (<em>b</em>), <em>c</em>!'],
	['_Note:_ *“x”*', '<em>Note:</em> <em>“x”</em>'],
	['\\*a\\* \\_b\\_ \\*\\*c\\*\\*', '*a* _b_ **c**'],
	['\\`a\\` x', '`a` x'],
	['\\# a', '# a'],
	['1\\. a', '1. a'],
	['`*a*` *b*', '<code>*a*</code> <em>b</em>'],
	['[*a*](https://a.example/) *b*', '<a href="https://a.example/"><em>a</em></a> <em>b</em>'],
	['line\\\nnext', 'line\nnext'],
];

test('what is meant as Markdown is drawn', () => {
	for (const [text, html] of DRAWN) assert.equal(shown(text), `<p>${html}</p>`, text);
});

test('a quotation is the lines that begin with "> "', () => {
	assert.equal(shown('> a\n> b\nanswer'), '<blockquote><p>a\nb</p></blockquote><p>answer</p>');
	assert.equal(shown('look\n> a\n>\n> b\n\nx'), '<p>look</p><blockquote><p>a</p><p>b</p></blockquote><p>x</p>');
	assert.equal(shown('> a\n>:('), '<blockquote><p>a</p></blockquote><p>>:(</p>');
	assert.equal(shown('> > a'), '<blockquote><blockquote><p>a</p></blockquote></blockquote>');
});

test('an article has all of Markdown', () => {
	const article = (text: string) => draw(parseArticle(text) as Block[]);
	assert.equal(article('un*believ*able \\_x\\_'), '<p>un<em>believ</em>able _x_</p>');
	assert.equal(article('>a\nb'), '<blockquote><p>a b</p></blockquote>');
});
