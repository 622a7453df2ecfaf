/**
 * The languages of an `Accept-Language` header, such as `de-AT,de;q=0.8`, the most wanted first.
 */
export function acceptedLanguages(header: string | undefined): string[] {
	const wishes = (header ?? '').split(',').map((wish) => {
		const [tag = '', ...parameters] = wish.split(';').map((part) => part.trim());
		const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
		return { tag, quality: quality === undefined ? 1 : Number(quality) };
	});
	return wishes
		.filter(({ tag, quality }) => tag !== '' && quality > 0)
		.toSorted((a, b) => b.quality - a.quality)
		.map(({ tag }) => tag);
}
