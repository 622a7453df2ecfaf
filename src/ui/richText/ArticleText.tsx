import { useMemo } from 'react';
import { articleHtml } from '#markdown/articleHtml.ts';
import { parseArticle } from '#markdown/parseArticle.ts';
import styles from './ArticleText.module.css';

/**
 * An article's Markdown as the pages of the help centre have it: the same HTML, in which every
 * value is escaped.
 */
export function ArticleText({ text }: { text: string }) {
	const html = useMemo(() => articleHtml(parseArticle(text)).text, [text]);
	return <div className={styles.article} dangerouslySetInnerHTML={{ __html: html }} />;
}
