/** `application/x-www-form-urlencoded` with nested names, as scripts of the described product send it. */

type Form = { [key: string]: string | string[] | Form };

/** `a=1&message[content]=Hi&labels[]=x` → `{ a: '1', message: { content: 'Hi' }, labels: ['x'] }`. The last value of a name wins. */
export function parseForm(text: string): Form {
	const form = emptyForm();
	for (const [name, value] of new URLSearchParams(text)) {
		const path = name.split(/[[\]]+/).filter((part) => part !== '');
		const last = path.pop();
		if (last === undefined) continue;
		const parent = path.reduce(step, form);
		if (name.endsWith('[]')) {
			const list = parent[last];
			// In place: one copy for each of the 200,000 values that fit into a body takes minutes.
			if (Array.isArray(list)) list.push(value);
			else parent[last] = [value];
		} else {
			parent[last] = value;
		}
	}
	return form;
}

function step(form: Form, key: string): Form {
	const child = form[key];
	if (typeof child === 'object' && !Array.isArray(child)) return child;
	return (form[key] = emptyForm());
}

/** Without a prototype, so that no name in a form can reach one. */
function emptyForm(): Form {
	return Object.create(null) as Form;
}
