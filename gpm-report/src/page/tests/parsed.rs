//! A page as an XML parser sees it: elements with their attributes, and text.

use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;

#[derive(Debug)]
pub(super) struct Element {
    pub(super) name: String,
    pub(super) attributes: Vec<(String, String)>,
}

impl Element {
    fn new(tag: &BytesStart<'_>) -> Self {
        let attributes = tag.attributes().map(|attribute| {
            let attribute = attribute.expect("attributes are named once, and quoted");
            let value = attribute.normalized_value(XmlVersion::Implicit1_0).expect("entities are known");
            (attribute.key.as_ref().to_owned(), value.into_owned())
        });
        Element { name: tag.name().as_ref().to_owned(), attributes: attributes.collect() }
    }

    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

#[derive(Debug)]
pub(super) struct Parsed {
    pub(super) elements: Vec<Element>,
    /// Text outside of scripts and styles.
    pub(super) text: String,
    pub(super) scripts_and_styles: String,
}

impl Parsed {
    /// The number of cells of each row of each table.
    pub(super) fn cells(&self) -> Vec<usize> {
        let mut cells = Vec::new();
        for element in &self.elements {
            match (element.name.as_str(), cells.last_mut()) {
                ("tr", _) => cells.push(0),
                ("td" | "th", Some(count)) => *count += 1,
                _ => {}
            }
        }
        cells
    }
}

/// Asserts that the page is well-formed XML: all tags are closed, and all marks in text are escaped.
pub(super) fn parsed(page: &str) -> Parsed {
    let mut reader = Reader::from_str(page);
    let mut found = Parsed { elements: Vec::new(), text: String::new(), scripts_and_styles: String::new() };
    let mut open: Vec<String> = Vec::new();
    loop {
        let at = reader.buffer_position() as usize;
        let event = reader.read_event().unwrap_or_else(|error| {
            let near: String = page[at..].chars().take(200).collect();
            panic!("{error} near {near}")
        });
        let is_code = open.last().is_some_and(|name| name == "script" || name == "style");
        let text = if is_code { &mut found.scripts_and_styles } else { &mut found.text };
        match event {
            Event::Start(tag) => {
                let element = Element::new(&tag);
                open.push(element.name.clone());
                found.elements.push(element);
            }
            Event::Empty(tag) => found.elements.push(Element::new(&tag)),
            Event::End(tag) => assert_eq!(open.pop().as_deref(), Some(tag.name().as_ref())),
            Event::Text(own) => text.push_str(&own.xml_content(XmlVersion::Implicit1_0)),
            Event::GeneralRef(entity) => {
                let named = match &*entity {
                    "amp" => Some('&'),
                    "lt" => Some('<'),
                    "gt" => Some('>'),
                    "quot" => Some('"'),
                    _ => entity.resolve_char_ref().expect("a number"),
                };
                text.push(named.expect("entities are known"));
            }
            Event::DocType(_) => assert_eq!(at, 0),
            Event::Eof => break,
            other => panic!("{other:?}"),
        }
    }
    assert!(open.is_empty(), "{open:?} are not closed");
    found
}
