//! What the form of every kind of review begins with.

use leptos::prelude::*;

use crate::api::Sheet;

/// The two buttons that keep Enter from deciding, the packed sheet, and the notice: why a form POST was not taken.
#[component]
pub fn Opening<'a>(sheet: &'a Sheet, notice: Option<String>) -> impl IntoView + use<> {
    let notice = notice.map(|text| view! { <p>{text}</p> });
    view! {
        // the form's first submit button: Enter in a text field presses it, and it does nothing
        <button disabled hidden></button>
        // Enter in a checkbox or a date picker passes over disabled ones: this closes a dialog that there is not
        <button formmethod="dialog" formnovalidate hidden></button>
        <script type="application/json" id="sheet" inner_html=sheet.pack()></script>
        <div class="notice" role="alert">{notice}</div>
    }
}
