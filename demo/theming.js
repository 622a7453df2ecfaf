/** Sets what the controls say on the tag, and shows it as the style sheet that a site would write. */
const form = document.querySelector('#looks');
const code = document.querySelector('#code');
const widget = document.querySelector('live-chat-widget');

function show() {
	const lines = [];
	for (const control of form.elements) {
		if (!control.name) continue;
		const isTouched = control.value !== '' && control.value !== initialValue(control);
		const value = `${control.value}${control.dataset.unit ?? ''}`;
		if (isTouched) {
			widget.style.setProperty(control.name, value);
			lines.push(`\t${control.name}: ${value};`);
		} else {
			widget.style.removeProperty(control.name);
		}
	}
	code.textContent = `live-chat-widget {\n${lines.join('\n') || '\t/* as it comes */'}\n}`;
}

function initialValue(control) {
	return control instanceof HTMLSelectElement ? '' : control.defaultValue;
}

form.addEventListener('input', show);
// The form has its values back only after this event.
form.addEventListener('reset', () => queueMicrotask(show));
show();
